import { addQuad, createMeshBuilder, type MeshBuilder, type Paint, setFrame } from '../mesh/mesh-builder.js'
import { addBox, addLump, addRound, addTaper } from '../mesh/shapes.js'
import { CLOTH, GOLD, IRON, mix, type Rgb, SKIN, STONE, STRAW, shade, TIMBER, WHITE } from '../palette.js'
import { type JointName, jointNamed } from './joints.js'

/** All figures are 1.75 m tall without their hats and look to +z; clothes take the tint. */
const CLOTHES: Paint = { color: WHITE, mask: 255 }
const DIM_CLOTHES: Paint = { color: [205, 205, 205], mask: 255 }
const LEATHER: Paint = { color: [92, 62, 42] }
const HAIR: readonly Rgb[] = [
  [70, 48, 34],
  [120, 82, 48],
  [44, 38, 36],
  [150, 142, 132],
]

const bodyShade = (_x: number, y: number, _z: number, _nx: number, ny: number) => {
  if (ny < -0.5) return 0.55
  return (0.7 + 0.3 * Math.min(1, y / 0.8)) * (y > 1.34 && y < 1.46 ? 0.85 : 1)
}

/** What follows goes with this joint. */
function setJoint(b: MeshBuilder, name: JointName): void {
  b.joint = jointNamed(name)
}

/** A figure without parts: the first are those of the hips. */
function createFigure(seed: number): MeshBuilder {
  const b = createMeshBuilder(seed, bodyShade)
  setJoint(b, 'hips')
  return b
}

/** `capped`: a hat covers the crown. What follows, hats and scarves, goes with the head. */
function addHead(b: MeshBuilder, skin: Rgb, hair: Rgb, capped = false): void {
  setJoint(b, 'head')
  const face: Paint = { color: skin }
  const locks: Paint = { color: hair }
  addRound(b, [0, 1.4, 0], 0.1, 0.055, 0.06, 5, { color: shade(skin, 0.82) }, '')
  addRound(b, [0, 1.48, 0.012], 0.05, 0.06, 0.1, 6, face, 'd')
  addRound(b, [0, 1.53, 0.012], 0.13, 0.1, 0.118, 6, face, '')
  addRound(b, [0, 1.57, 0.125], 0.07, 0.026, 0, 3, { color: shade(skin, 0.93) }, 'd')
  addRound(b, [0, 1.57, -0.03], 0.1, 0.1, 0.128, 6, locks, '')
  if (!capped) addRound(b, [0, 1.67, -0.012], 0.09, 0.13, 0.06, 6, locks, 'u')
}

/** `bent`: the forearm is raised, to carry something. What follows goes with the hand; `still`: all of it with the chest. */
function addArm(b: MeshBuilder, side: 1 | -1, sleeve: Paint, skin: Rgb, bent: boolean, still = false): void {
  const x = side * 0.205
  setJoint(b, still ? 'chest' : side === 1 ? 'left-arm' : 'right-arm')
  addTaper(b, [x, 1.05, 0], 0.34, [0.05, 0.055], [0.058, 0.065], sleeve, 'lrubf')
  setJoint(b, still ? 'chest' : side === 1 ? 'left-hand' : 'right-hand')
  if (bent) {
    addBox(b, [x - 0.05, 1.02, 0], [x + 0.05, 1.12, 0.27], sleeve, 'lrud')
    addBox(b, [x - 0.045, 1.025, 0.27], [x + 0.045, 1.115, 0.36], { color: skin }, 'lrudf')
  } else {
    addTaper(b, [x + side * 0.01, 0.82, 0.04], 0.26, [0.042, 0.045], [0.055, 0.06], sleeve, 'lrbf')
    addBox(b, [x - 0.035, 0.72, 0.01], [x + 0.045, 0.83, 0.1], { color: skin }, 'lrdbf')
  }
}

function addLegs(b: MeshBuilder, paint: Paint): void {
  for (const side of ['left', 'right'] as const) {
    const x = side === 'left' ? 0.095 : -0.095
    setJoint(b, `${side}-thigh`)
    addTaper(b, [x, 0.42, 0], 0.44, [0.066, 0.066], [0.074, 0.07], paint, 'lrbfd')
    setJoint(b, `${side}-shin`)
    addTaper(b, [x, 0.08, 0], 0.4, [0.055, 0.06], [0.067, 0.067], paint, 'lrbfu')
    addBox(b, [x - 0.06, 0, -0.08], [x + 0.06, 0.1, 0.17], LEATHER, 'lruf')
  }
  setJoint(b, 'hips')
}

/** What follows goes with the hips again. */
function addTorso(b: MeshBuilder, cloth: Paint, hips: number, chest: number): void {
  setJoint(b, 'chest')
  addRound(b, [0, 0.92, 0], 0.24, hips * 0.92, chest, 7, cloth, '')
  addRound(b, [0, 1.16, 0], 0.22, chest, chest * 0.92, 7, cloth, '')
  addRound(b, [0, 1.38, 0], 0.06, chest * 0.92, 0.07, 7, cloth, '')
  setJoint(b, 'hips')
}

/** The last level of every figure: body, shoulders and head, for someone a dozen pixels high. */
export function personBlock(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addRound(b, [0, 0, 0], 1, 0.24, 0.19, 4, CLOTHES, '')
  setJoint(b, 'chest')
  addRound(b, [0, 1, 0], 0.42, 0.24, 0.2, 4, CLOTHES, 'u')
  setJoint(b, 'head')
  addRound(b, [0, 1.42, 0], 0.2, 0.1, 0.12, 4, { color: SKIN[0]! }, '')
  addRound(b, [0, 1.6, 0], 0.16, 0.14, 0.06, 4, { color: HAIR[0]! }, 'u')
  return b
}

const TROUSERS: Paint = { color: [96, 84, 74] }

/** A man in a tunic with belt and cap. */
export function personTunic(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addLegs(b, TROUSERS)
  addRound(b, [0, 0.55, 0], 0.4, 0.25, 0.18, 8, CLOTHES, 'd')
  addTorso(b, CLOTHES, 0.17, 0.178)
  addRound(b, [0, 0.9, 0], 0.07, 0.185, 0.185, 8, LEATHER, '')
  addArm(b, 1, CLOTHES, SKIN[0]!, false)
  addArm(b, -1, CLOTHES, SKIN[0]!, false)
  addHead(b, SKIN[0]!, HAIR[0]!, true)
  addRound(b, [0, 1.66, -0.02], 0.13, 0.142, 0.06, 6, { color: mix(CLOTH[3]!, TIMBER[0]!, 0.4) }, 'u')
  return b
}

/** A woman in a long dress with apron, headscarf and a basket on her arm. */
export function personDress(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addRound(b, [0, 0.03, 0], 0.5, 0.33, 0.25, 8, CLOTHES, 'd')
  addRound(b, [0, 0.53, 0], 0.42, 0.25, 0.15, 8, CLOTHES, '')
  addTorso(b, DIM_CLOTHES, 0.145, 0.165)
  addQuad(b, [-0.14, 0.2, 0.33], [0.14, 0.2, 0.33], [0.09, 0.95, 0.17], [-0.09, 0.95, 0.17], {
    color: CLOTH[5]!,
  })
  addArm(b, 1, { color: CLOTH[5]! }, SKIN[0]!, true)
  addArm(b, -1, { color: CLOTH[5]! }, SKIN[0]!, false)
  addHead(b, SKIN[0]!, mix(CLOTH[5]!, CLOTH[2]!, 0.2))
  addTaper(
    b,
    [0, 1.44, -0.1],
    0.16,
    [0.1, 0.05],
    [0.08, 0.04],
    { color: mix(CLOTH[5]!, CLOTH[2]!, 0.2) },
    'lrb',
  )
  setJoint(b, 'left-hand')
  addRound(b, [0.26, 0.8, 0.24], 0.2, 0.12, 0.17, 6, { color: mix(STRAW, TIMBER[1]!, 0.3) }, 'd')
  addRound(b, [0.26, 0.97, 0.24], 0.07, 0.16, 0.05, 6, { color: [190, 74, 58] }, 'u')
  return b
}

/** A stout merchant in a long coat and a broad beret. */
export function personMerchant(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addLegs(b, { color: [72, 66, 70] })
  addRound(b, [0, 0.22, 0], 0.7, 0.3, 0.25, 8, CLOTHES, 'd')
  addTorso(b, CLOTHES, 0.25, 0.205)
  addQuad(b, [-0.05, 0.24, 0.3], [0.05, 0.24, 0.3], [0.06, 1.3, 0.215], [-0.06, 1.3, 0.215], {
    color: mix(GOLD, CLOTH[5]!, 0.4),
  })
  addRound(b, [0, 0.92, 0], 0.08, 0.245, 0.24, 8, LEATHER, '')
  addArm(b, 1, DIM_CLOTHES, SKIN[1]!, true)
  addArm(b, -1, DIM_CLOTHES, SKIN[1]!, false)
  addHead(b, SKIN[1]!, HAIR[3]!, true)
  addRound(b, [0.02, 1.66, -0.02], 0.08, 0.14, 0.23, 7, DIM_CLOTHES, '')
  addRound(b, [0.02, 1.74, -0.02], 0.1, 0.23, 0, 7, DIM_CLOTHES, '')
  return b
}

/** A friar in a hooded robe with a rope belt. */
export function personFriar(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addRound(b, [0, 0.02, 0], 0.95, 0.27, 0.2, 9, CLOTHES, 'd')
  addTorso(b, CLOTHES, 0.19, 0.18)
  addRound(b, [0, 0.93, 0], 0.06, 0.195, 0.195, 9, { color: STRAW }, '')
  addQuad(b, [0.1, 0.5, 0.24], [0.13, 0.5, 0.24], [0.13, 0.95, 0.21], [0.1, 0.95, 0.21], { color: STRAW })
  addArm(b, 1, CLOTHES, SKIN[2]!, true)
  addArm(b, -1, CLOTHES, SKIN[2]!, true)
  addHead(b, SKIN[2]!, HAIR[2]!)
  addLump(b, [0, 1.63, -0.075], [0.165, 0.19, 0.14], DIM_CLOTHES, 0, 0.7)
  setJoint(b, 'chest')
  addRound(b, [0, 1.34, -0.02], 0.14, 0.23, 0.13, 8, DIM_CLOTHES, '')
  return b
}

/** A guard in a tabard with helmet and spear. */
export function personGuard(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addLegs(b, { color: [84, 86, 92] })
  addRound(b, [0, 0.58, 0], 0.38, 0.25, 0.2, 7, CLOTHES, 'd')
  addTorso(b, CLOTHES, 0.18, 0.19)
  setJoint(b, 'chest')
  addQuad(b, [-0.07, 1.08, 0.192], [0.07, 1.08, 0.192], [0.07, 1.3, 0.195], [-0.07, 1.3, 0.195], {
    color: GOLD,
  })
  addArm(b, 1, { color: STONE[1]! }, SKIN[0]!, true, true)
  addArm(b, -1, { color: STONE[1]! }, SKIN[0]!, false)
  addHead(b, SKIN[0]!, HAIR[1]!, true)
  addRound(b, [0, 1.64, -0.01], 0.05, 0.18, 0.14, 8, { color: [136, 140, 148] }, '')
  addRound(b, [0, 1.69, -0.01], 0.14, 0.14, 0.02, 8, { color: [156, 160, 168] }, '')
  // The spear stands in a hand that does not swing.
  setJoint(b, 'chest')
  addRound(b, [0.205, 0, 0.305], 2.35, 0.018, 0.018, 3, { color: TIMBER[1]! }, '')
  addTaper(b, [0.205, 2.35, 0.305], 0.3, [0.045, 0.02], [0.004, 0.004], { color: IRON }, 'lrbf')
  return b
}

/** A porter with a straw hat and a laden basket on the back. */
export function personPorter(seed: number): MeshBuilder {
  const b = createFigure(seed)
  addLegs(b, { color: [120, 102, 80] })
  addRound(b, [0, 0.68, 0], 0.28, 0.22, 0.18, 7, CLOTHES, 'd')
  addTorso(b, CLOTHES, 0.17, 0.178)
  addArm(b, 1, CLOTHES, SKIN[1]!, true)
  addArm(b, -1, CLOTHES, SKIN[1]!, true)
  addHead(b, SKIN[1]!, HAIR[0]!, true)
  addRound(b, [0, 1.67, -0.01], 0.05, 0.28, 0.15, 7, { color: STRAW }, 'd')
  addRound(b, [0, 1.72, -0.01], 0.11, 0.14, 0, 6, { color: shade(STRAW, 0.94) }, '')
  setJoint(b, 'chest')
  setFrame(b, 0, 0, -0.27)
  addTaper(b, [0, 0.85, 0], 0.5, [0.12, 0.09], [0.18, 0.13], { color: mix(STRAW, TIMBER[1]!, 0.4) }, 'lrbfd')
  addTaper(b, [0, 1.33, 0], 0.13, [0.17, 0.12], [0.07, 0.05], { color: [148, 160, 84] })
  setFrame(b)
  return b
}
