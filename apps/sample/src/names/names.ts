import { createRandom, type Random, subSeed } from '../town/random.js'

/** Given names and family names of a script, and how they are joined. */
type Script = {
  readonly share: number
  readonly given: readonly string[]
  readonly family: readonly string[]
  readonly join: string
  /** Family names stand first. */
  readonly familyFirst?: boolean
  readonly guilds: readonly string[]
}

const words = (text: string): readonly string[] => text.split(' ')

const SCRIPTS: readonly Script[] = [
  {
    share: 70,
    given: words(
      'Ada Bertram Cosima Dietrich Elin Falk Greta Hanno Ilse Jost Käthe Lennart Maren Núria Odo Piet Rosalind Sten Tilda Zoë',
    ),
    family: words(
      'Ashdown Brückner Castell Dubois Étienne Fenwick Grünwald Halvorsen Ibáñez Lindqvist Marlowe Østby Thorne Weiß Żak',
    ),
    join: ' ',
    guilds: ['Lamplighters', 'Guild of Masons', 'Les Boulangers', 'Die Türmer', 'River Wardens'],
  },
  {
    share: 9,
    given: words('Алёна Борис Вера Глеб Дарья Ефим Жанна Игорь Лидия Мирон Ольга Фёдор'),
    family: words('Белов Громова Зимин Кравец Лебедева Морозов Ткач Шевченко'),
    join: ' ',
    guilds: ['Хранители', 'Звонари'],
  },
  {
    share: 7,
    given: words('悠斗 さくら 健太 結衣 明美 小雨 志强 美玲 民俊 智慧'),
    family: words('高橋 渡辺 王 李 陳 林 佐藤 田中'),
    join: ' ',
    familyFirst: true,
    guilds: ['灯火組', '石匠会'],
  },
  {
    share: 3,
    given: words('민준 서연 지우 하은 도윤 예린'),
    family: words('김 이 박 최 정 한'),
    join: '',
    familyFirst: true,
    guilds: ['등불지기'],
  },
  {
    share: 4,
    given: words('ليلى عمر سلمى يوسف نور حسن'),
    family: words('الحداد النجار البغدادي القاسم الخياط'),
    join: ' ',
    guilds: ['حراس النهر'],
  },
  {
    share: 3,
    given: words('נועה דוד תמר איתן רות יונה'),
    family: words('כהן לוי מזרחי ברק אלון'),
    join: ' ',
    guilds: ['שומרי המגדל'],
  },
  {
    share: 4,
    given: words('आरव दिया कबीर मीरा रोहन सीता'),
    family: words('शर्मा वर्मा सिंह जोशी मेहता'),
    join: ' ',
    guilds: ['दीपक मंडली'],
  },
]

/** A name, perhaps a guild, in the script of its bearer. */
export type Name = { readonly name: string; readonly guild?: string }

/** So many names; the same seed, the same names. */
export function makeNames(seed: number, count: number): Name[] {
  const random = createRandom(subSeed(seed, 'names'))
  return Array.from({ length: count }, () => makeName(random))
}

function makeName(random: Random): Name {
  let left = random.range(0, 100)
  const script =
    SCRIPTS.find(({ share }) => {
      left -= share
      return left < 0
    }) ?? SCRIPTS[0]!
  const { given, family, join, familyFirst, guilds } = script
  const first = random.pick(given)
  const last = random.pick(family)
  const name = familyFirst ? `${last}${join}${first}` : `${first}${join}${last}`
  return random.chance(0.4) ? { name, guild: random.pick(guilds) } : { name }
}
