#!/usr/bin/env node
// Occluders for the meshes of a glTF file, and what is wrong with those it has.
import { run } from './command.mjs'

process.exitCode = await run(process.argv.slice(2), console)
