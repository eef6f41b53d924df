/** Names as they are written in several scripts, and in Latin letters for those who have no font. */

/** Given names, family names and guilds, in one spelling. */
export type Spelling = {
  readonly given: readonly string[]
  readonly family: readonly string[]
  readonly guilds: readonly string[]
  readonly join: string
}

export type Script = {
  /** Of a hundred names. */
  readonly share: number
  /** Two of its letters that nobody mistakes for each other. */
  readonly letters: readonly [string, string]
  /** Family names stand first. */
  readonly familyFirst: boolean
  readonly own: Spelling
  /** The same names in the same order. */
  readonly latin: Spelling
}

const words = (text: string): readonly string[] => text.split(' ')

const LATIN: Spelling = {
  given: words(
    'Ada Bertram Cosima Dietrich Elin Falk Greta Hanno Ilse Jost Käthe Lennart Maren Núria Odo Piet Rosalind Sten Tilda Zoë',
  ),
  family: words(
    'Ashdown Brückner Castell Dubois Étienne Fenwick Grünwald Halvorsen Ibáñez Lindqvist Marlowe Østby Thorne Weiß Żak',
  ),
  join: ' ',
  guilds: ['Lamplighters', 'Guild of Masons', 'Les Boulangers', 'Die Türmer', 'River Wardens'],
}

export const SCRIPTS: readonly Script[] = [
  { share: 70, letters: ['A', 'g'], familyFirst: false, own: LATIN, latin: LATIN },
  {
    share: 9,
    letters: ['Ж', 'л'],
    familyFirst: false,
    own: {
      given: words('Алёна Борис Вера Глеб Дарья Ефим Жанна Игорь Лидия Мирон Ольга Фёдор'),
      family: words('Белов Громова Зимин Кравец Лебедева Морозов Ткач Шевченко'),
      join: ' ',
      guilds: ['Хранители', 'Звонари'],
    },
    latin: {
      given: words('Alyona Boris Vera Gleb Darya Yefim Zhanna Igor Lidiya Miron Olga Fyodor'),
      family: words('Belov Gromova Zimin Kravets Lebedeva Morozov Tkach Shevchenko'),
      join: ' ',
      guilds: ['Khraniteli', 'Zvonari'],
    },
  },
  {
    share: 7,
    letters: ['高', '小'],
    familyFirst: true,
    own: {
      given: words('悠斗 さくら 健太 結衣 明美 小雨 志强 美玲 民俊 智慧'),
      family: words('高橋 渡辺 王 李 陳 林 佐藤 田中'),
      join: ' ',
      guilds: ['灯火組', '石匠会'],
    },
    latin: {
      given: words('Yuto Sakura Kenta Yui Akemi Xiaoyu Zhiqiang Meiling Minjun Zhihui'),
      family: words('Takahashi Watanabe Wang Li Chen Lin Sato Tanaka'),
      join: ' ',
      guilds: ['Tomoshibi-gumi', 'Sekishō-kai'],
    },
  },
  {
    share: 3,
    letters: ['김', '은'],
    familyFirst: true,
    own: {
      given: words('민준 서연 지우 하은 도윤 예린'),
      family: words('김 이 박 최 정 한'),
      join: '',
      guilds: ['등불지기'],
    },
    latin: {
      given: words('Minjun Seoyeon Jiwoo Haeun Doyun Yerin'),
      family: words('Kim Lee Park Choi Jung Han'),
      join: ' ',
      guilds: ['Deungbuljigi'],
    },
  },
  {
    share: 4,
    letters: ['ع', 'د'],
    familyFirst: false,
    own: {
      given: words('ليلى عمر سلمى يوسف نور حسن'),
      family: words('الحداد النجار البغدادي القاسم الخياط'),
      join: ' ',
      guilds: ['حراس النهر'],
    },
    latin: {
      given: words('Layla Omar Salma Yusuf Nur Hasan'),
      family: words('al-Haddad an-Najjar al-Baghdadi al-Qasim al-Khayyat'),
      join: ' ',
      guilds: ['Hurras an-Nahr'],
    },
  },
  {
    share: 3,
    letters: ['ש', 'ו'],
    familyFirst: false,
    own: {
      given: words('נועה דוד תמר איתן רות יונה'),
      family: words('כהן לוי מזרחי ברק אלון'),
      join: ' ',
      guilds: ['שומרי המגדל'],
    },
    latin: {
      given: words('Noa David Tamar Eitan Rut Yona'),
      family: words('Cohen Levi Mizrahi Barak Alon'),
      join: ' ',
      guilds: ['Shomrei haMigdal'],
    },
  },
  {
    share: 4,
    letters: ['क', 'द'],
    familyFirst: false,
    own: {
      given: words('आरव दिया कबीर मीरा रोहन सीता'),
      family: words('शर्मा वर्मा सिंह जोशी मेहता'),
      join: ' ',
      guilds: ['दीपक मंडली'],
    },
    latin: {
      given: words('Aarav Diya Kabir Meera Rohan Sita'),
      family: words('Sharma Varma Singh Joshi Mehta'),
      join: ' ',
      guilds: ['Deepak Mandali'],
    },
  },
]
