export {
  BOX_MAX,
  BOX_STRIDE,
  boxContainsBoxAt,
  boxContainsPointAt,
  boxDistanceSquaredAt,
  boxesIntersectAt,
  boxIntersectsPlaneAt,
  boxIntersectsSphereAt,
  boxSupportAt,
  closestPointInBoxAt,
  emptyBoxAt,
  expandBoxToPointAt,
  growBoxAt,
  intersectBoxesAt,
  isEmptyBoxAt,
  rayBoxDistanceAt,
  setBoxAt,
  transformBoxAt,
  unionBoxesAt,
} from './aabb.js'
export type { ClipDepth } from './frustum.js'
export {
  boxInPlanes,
  Containment,
  FrustumPlane,
  frustumCorners,
  planesFromMatrix,
  pointInPlanes,
  sphereInPlanes,
} from './frustum.js'
export type { FloatArray } from './mat4-at.js'
export {
  composeAt,
  copyAt,
  determinant3At,
  identityAt,
  invertAt,
  isFiniteAt,
  largestScaleAt,
  multiplyAffineAt,
  multiplyAt,
  transformPointAt,
} from './mat4-at.js'
export { normalizedPlaneAt, PLANE_STRIDE, planeDistanceAt, planeThroughPointAt } from './plane.js'
export {
  boxOfSphereAt,
  SPHERE_STRIDE,
  setSphereAt,
  sphereContainsPointAt,
  sphereDistanceAt,
  sphereIntersectsPlaneAt,
  sphereOfBoxAt,
  sphereOfPointsAt,
  spheresIntersectAt,
  transformSphereAt,
  unionSpheresAt,
} from './sphere.js'
