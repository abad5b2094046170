/** Escapes that every programmer reads. */
const NAMED: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' };

/**
 * What moves the cursor, changes colours, is not seen, or turns the direction of what follows: controls, formats (bidi
 * marks, zero-width characters, tags), separators other than the plain space, lone surrogates, unassigned and private
 * code points, what is ignored by default (joiners, variation selectors and fillers, which are marks and letters by
 * category), and the blank Braille pattern.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * Text of a model as one line in which a person sees every character that is there: who approves has to be able to trust
 * what is shown.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => NAMED[char] ?? escaped(char));
}

/** The same line by line; tabs stay, because code is full of them. */
export function visibleLines(text: string): string[] {
  return text.split('\n').map((line) => line.split('\t').map(visibleText).join('\t'));
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
