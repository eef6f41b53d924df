const positions = new Float32Array([
  0, 0, 0, 8, 0, 0, 0, 6, 0, 8, 6, 0, 0, 0, 10, 8, 0, 10, 0, 6, 10, 8, 6, 10,
])
const indices = new Uint32Array([
  0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
])

// #region readme
import { boxOccluderMatrix, checkOccluders, occludersFromMesh } from '@sightline/culling/occluder-tools'

// x y z of the vertices, three indices a triangle, counter-clockwise from outside; a RangeError says where it is open
const { boxes, covered } = occludersFromMesh(positions, indices, { maxBoxes: 4 })
const occluders = Array.from({ length: boxes.length / 6 }, (_, i) => boxOccluderMatrix(boxes, i))

// what sticks out of the mesh and by how much, gaps that are closed, bounds that are wrong or far too large
const findings = checkOccluders({ positions, indices, occluders, bounds: [0, 0, 0, 8, 6, 10] })
for (const { severity, message, at } of findings) console.log(severity, message, at)
// #endregion

if (occluders.length !== 1 || covered !== 1 || findings.length > 0) throw new Error('the box is not filled')
