/** Makes an element with a class, text, and a parent. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  parent?: Element,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  if (text !== '') made.textContent = text
  parent?.append(made)
  return made
}

/** Writes text only where it differs, so that the browser has nothing to lay out. */
export function setText(node: Element, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** 31846 as 31,846. */
export function withCommas(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** 12345678 as 12.3 M. */
export function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`
  if (value >= 1e4) return `${Math.round(value / 1e3)} k`
  return withCommas(value)
}
