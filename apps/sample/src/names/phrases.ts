/** What one hears in the streets. */
export const PHRASES: readonly string[] = [
  'Fresh fish! Who wants fresh fish?',
  'Have you seen the view from the wall?',
  'They say the mill runs day and night.',
  '¿A cómo están las manzanas?',
  'Der Turm schlägt gleich vier.',
  'Il fait beau ce soir.',
  'Добрый вечер!',
  '今日はいい天気ですね。',
  '오늘 시장이 붐비네요.',
  'مساء الخير',
  'ערב טוב',
  'नमस्ते!',
  'Nobody looks behind the houses. 🙈',
  'Mind the cart!',
]
