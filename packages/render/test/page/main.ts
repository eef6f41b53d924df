import { loadKernels } from '@sightline/culling'
import * as render from '@sightline/render'
import { lookFrom, runFrame } from '../support/frame.js'
import { createTinyTown } from '../support/tiny-town.js'

await loadKernels()
const canvas = document.querySelector('canvas')!
const town = createTinyTown({ canvas, preserveDrawingBuffer: true, fade: 0.3 })
Object.assign(globalThis, { town, render, lookFrom, runFrame })
document.body.dataset.ready = 'yes'
