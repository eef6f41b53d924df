import type { Regl } from 'regl'
import type { Pass } from '../pass.js'
import { itemFragment, itemVertex } from '../shaders/item.js'
import { createRunCommand, type RunCommand } from './run-command.js'

/** Compiles the command that draws each instance in the colour of its id. */
export function createItemCommand(regl: Regl, pass: Pass, variant: number): RunCommand {
  return createRunCommand(regl, pass, {
    vertex: itemVertex,
    fragment: itemFragment,
    variant,
    uniforms: { viewProjection: () => pass.viewProjection },
  })
}
