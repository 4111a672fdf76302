// TextEncoder and TextDecoder, for UTF-8.
() => {
  'use strict';
  const say = String;

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(given = '') {
      const bytes = [];
      for (const letter of say(given).toWellFormed()) {
        const code = letter.codePointAt(0);
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | code >> 6, 0x80 | code & 63);
        else if (code < 0x10000) bytes.push(0xe0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63);
        else bytes.push(0xf0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63);
      }
      return Uint8Array.from(bytes);
    }
  }

  class TextDecoder {
    constructor(label = 'utf-8') {
      if (!/^utf-?8$/i.test(label)) {
        throw new RangeError('TextDecoder decodes utf-8 only');
      }
    }
    get encoding() { return 'utf-8'; }
    decode(given = new Uint8Array(0)) {
      const bytes = given instanceof ArrayBuffer
          ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
      let text = '';
      for (let at = 0; at < bytes.length;) {
        const first = bytes[at++];
        const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2
            : first >= 0xf0 && first < 0xf5 ? 3 : -1;
        if (more <= 0) {
          text += more === 0 ? String.fromCharCode(first) : '\ufffd';
          continue;
        }
        let code = first & (0x3f >> more);
        let read = 0;
        while (read < more && (bytes[at] & 0xc0) === 0x80) {
          code = code << 6 | bytes[at++] & 63;
          read++;
        }
        const least = [0, 0x80, 0x800, 0x10000][more];
        const sound = read === more && code >= least && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
        text += sound ? String.fromCodePoint(code) : '\ufffd';
      }
      return text;
    }
  }

  return { TextDecoder, TextEncoder };
}
