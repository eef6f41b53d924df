import { canShow } from './glyphs.js'

/** In scripts that need a font of their own, with two letters of each. */
const WRITTEN: readonly (readonly [string, readonly [string, string]])[] = [
  ['Добрый вечер!', ['Д', 'ч']],
  ['今日はいい天気ですね。', ['今', '天']],
  ['오늘 시장이 붐비네요.', ['오', '장']],
  ['مساء الخير', ['م', 'خ']],
  ['ערב טוב', ['ע', 'ו']],
  ['नमस्ते!', ['न', 'म']],
  ['Nobody looks behind the houses. 🙈', ['🙈', '🌞']],
]

/** What one hears in the streets, as far as the browser can write it. */
export const PHRASES: readonly string[] = [
  'Fresh fish! Who wants fresh fish?',
  'Have you seen the view from the wall?',
  'They say the mill runs day and night.',
  '¿A cómo están las manzanas?',
  'Der Turm schlägt gleich vier.',
  'Il fait beau ce soir.',
  'Mind the cart!',
  ...WRITTEN.filter(([, letters]) => canShow(letters)).map(([phrase]) => phrase),
]
