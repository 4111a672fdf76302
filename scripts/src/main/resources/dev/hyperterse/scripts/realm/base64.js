// atob and btoa.
() => {
  'use strict';
  const say = String;
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

  const btoa = (given) => {
    const text = say(given);
    let encoded = '';
    for (let at = 0; at < text.length; at += 3) {
      const codes = [0, 1, 2].map((next) => text.charCodeAt(at + next));
      if (codes.some((code) => code > 255)) {
        throw new TypeError('btoa takes characters up to U+00FF');
      }
      const bits = (codes[0] << 16) | ((codes[1] || 0) << 8) | (codes[2] || 0);
      encoded += ALPHABET[bits >> 18] + ALPHABET[(bits >> 12) & 63]
          + (at + 1 < text.length ? ALPHABET[(bits >> 6) & 63] : '=')
          + (at + 2 < text.length ? ALPHABET[bits & 63] : '=');
    }
    return encoded;
  };

  const atob = (given) => {
    const text = say(given).replace(/[\t\n\f\r ]/g, '').replace(/={1,2}$/, '');
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) {
      throw new TypeError('atob takes base64');
    }
    let decoded = '';
    let bits = 0;
    let count = 0;
    for (const letter of text) {
      bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        decoded += String.fromCharCode((bits >> count) & 255);
      }
    }
    return decoded;
  };

  return { atob, btoa };
}
