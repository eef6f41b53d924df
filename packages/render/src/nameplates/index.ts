/** Names, guilds, health bars and speech bubbles over those who are seen. */
export { createCanvasText } from './canvas-text.js'
export { type MirrorOptions, mirrorNameplates } from './mirror.js'
export { Nameplate } from './nameplate-component.js'
export { NAMEPLATE_DEFAULTS, type NameplateOptions, type NameplateSettings } from './nameplate-options.js'
export type { NameplateStats, ShownLabels } from './nameplate-state.js'
export { NameplateUpdates } from './nameplate-updates.js'
export { nameplateStats, setupNameplates, shownNameplates } from './nameplates.js'
export { type NameplateContent, say, setHealth, setNameplate } from './set-nameplate.js'
export {
  createPlainText,
  Ink,
  type TextBox,
  type TextFont,
  type TextSheet,
  type TextSource,
} from './text-source.js'
