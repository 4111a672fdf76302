// URL and URLSearchParams, by the URL Standard for http, https, ws, wss and ftp, and as far as these need it for others.
// Evaluated once in a hardened context; elsewhere when a script uses one of them for the first time.
(run) => {
  'use strict';
  const { host, part } = run;
  const say = String;
  const PORTS = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21' };
  const isSpecial = (protocol) => Object.hasOwn(PORTS, protocol);

  const byteOf = (code) => `%${code < 16 ? '0' : ''}${code.toString(16).toUpperCase()}`;
  const encoded = (text, plain) => {
    let result = '';
    for (const letter of text.toWellFormed()) {
      result += plain(letter) ? letter : encodeURIComponent(letter).replace(/^[^%]$/, (one) => byteOf(one.charCodeAt(0)));
    }
    return result;
  };
  const printable = (letter) => letter > '\x1f' && letter < '\x7f';
  const inFragment = (letter) => printable(letter) && !' "<>`'.includes(letter);
  const inQuery = (letter) => printable(letter) && !' "#<>'.includes(letter);
  const inSpecialQuery = (letter) => inQuery(letter) && letter !== "'";
  const inPath = (letter) => inQuery(letter) && !'?^`{}'.includes(letter);
  const inUser = (letter) => inPath(letter) && !'/:;=@[\\]|'.includes(letter);

  const fail = (text) => {
    throw new TypeError(`Invalid URL: '${text.slice(0, 200)}'`);
  };

  const number = (text) => {
    const [digits, radix] = /^0x/i.test(text) ? [text.slice(2), 16] : /^0./.test(text) ? [text.slice(1), 8] : [text, 10];
    const valid = { 16: /^[0-9a-f]*$/i, 8: /^[0-7]*$/, 10: /^[0-9]+$/ }[radix].test(digits);
    return valid ? (digits === '' ? 0 : Number.parseInt(digits, radix)) : NaN;
  };
  // An address in any notation becomes the usual one, so that it cannot be hidden in another.
  const ipv4 = (name, text) => {
    const parts = name.split('.');
    if (parts.at(-1) === '' && parts.length > 1) {
      parts.pop();
    }
    if (!/^(0x[0-9a-f]*|[0-9]+)$/i.test(parts.at(-1))) {
      return name;
    }
    const numbers = parts.map(number);
    const last = numbers.pop();
    if (parts.length > 4 || numbers.some((part) => !(part < 256)) || !(last < 256 ** (4 - numbers.length))) {
      return fail(text);
    }
    const address = numbers.reduce((sum, part, at) => sum + part * 256 ** (3 - at), last);
    return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
  };

  const hostOf = (given, special, text) => {
    if (given.startsWith('[')) {
      const literal = given.endsWith(']') ? host('ipv6', given.slice(1, -1)) : '';
      return literal === '' ? fail(text) : `[${literal}]`;
    }
    if (!special) {
      return /[\0\t\n\r #/<>?@[\\\]^|]/.test(given) ? fail(text) : encoded(given, printable);
    }
    let name;
    try {
      name = decodeURIComponent(given).toLowerCase();
    } catch {
      return fail(text);
    }
    if (/[^\0-\x7f]/.test(name)) {
      name = host('ascii', name);
    }
    if (name === '' || /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/.test(name)) {
      return fail(text);
    }
    return ipv4(name, text);
  };

  const portOf = (given, protocol, text) => {
    if (!/^[0-9]*$/.test(given) || Number(given) > 65535) {
      return fail(text);
    }
    const port = given === '' ? '' : say(Number(given));
    return port === PORTS[protocol] ? '' : port;
  };

  const ONE_DOT = /^(\.|%2e)$/i;
  const TWO_DOTS = /^(\.|%2e)(\.|%2e)$/i;
  const pathOf = (given, special, before = []) => {
    const path = [...before];
    const parts = (special ? given.replace(/\\/g, '/') : given).split('/');
    parts.forEach((part, at) => {
      const isLast = at === parts.length - 1;
      if (TWO_DOTS.test(part)) {
        path.pop();
        if (isLast) path.push('');
      } else if (ONE_DOT.test(part)) {
        if (isLast) path.push('');
      } else {
        path.push(encoded(part, inPath));
      }
    });
    return path;
  };

  // The members of a URL, of which href is made.
  const parsed = (given, base) => {
    const text = given.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
    const [, beforeHash, hash] = /^([^#]*)(?:#([^]*))?$/.exec(text);
    const fragment = hash === undefined || hash === '' ? '' : `#${encoded(hash, inFragment)}`;
    const scheme = /^([a-z][a-z0-9+.-]*):([^]*)$/i.exec(beforeHash);
    const protocol = scheme === null ? base?.protocol : `${scheme[1].toLowerCase()}:`;
    if (protocol === undefined) {
      return fail(text);
    }
    const special = isSpecial(protocol);
    let rest = scheme === null ? beforeHash : scheme[2];
    const queryAt = rest.indexOf('?');
    const search = queryAt < 0 || queryAt === rest.length - 1
        ? '' : `?${encoded(rest.slice(queryAt + 1), special ? inSpecialQuery : inQuery)}`;
    rest = queryAt < 0 ? rest : rest.slice(0, queryAt);
    const slashes = special ? /^[/\\]*/.exec(rest)[0].length : /^\/{0,2}/.exec(rest)[0].length;
    const relative = scheme === null || (special && slashes < 2 && base?.protocol === protocol);
    if (relative && slashes < 2) {
      if (base.opaque !== undefined) {
        return beforeHash === '' && scheme === null ? { ...base, hash: fragment } : fail(text);
      }
      if (rest === '') {
        return { ...base, search: queryAt < 0 ? base.search : search, hash: fragment };
      }
      const path = slashes === 1 ? pathOf(rest.slice(1), special) : pathOf(rest, special, base.path.slice(0, -1));
      return { ...base, path, search, hash: fragment };
    }
    if (!special && slashes < 2) {
      const opaque = slashes === 1 ? {} : { opaque: encoded(rest, (letter) => letter > '\x1f' && letter < '\x7f') };
      const path = slashes === 1 ? pathOf(rest.slice(1), false) : [];
      return { protocol, username: '', password: '', hostname: '', port: '', path, search, hash: fragment, ...opaque };
    }
    rest = rest.slice(slashes);
    const pathAt = rest.search(special ? /[/\\]/ : /\//);
    const authority = pathAt < 0 ? rest : rest.slice(0, pathAt);
    const userAt = authority.lastIndexOf('@');
    const [, user, password] = /^([^:]*)(?::([^]*))?$/.exec(userAt < 0 ? '' : authority.slice(0, userAt));
    const [, name, port] = /^(\[[^\]]*\]|[^:]*)(?::([^]*))?$/.exec(authority.slice(userAt + 1)) ?? fail(text);
    if (name === '' && (special || port !== undefined || userAt >= 0)) {
      return fail(text);
    }
    return {
      protocol,
      username: encoded(user, inUser),
      password: encoded(password ?? '', inUser),
      hostname: name === '' ? '' : hostOf(name, special, text),
      port: portOf(port ?? '', protocol, text),
      path: pathAt < 0 ? (special ? [''] : []) : pathOf(rest.slice(pathAt + 1), special),
      search,
      hash: fragment,
      authority: true,
    };
  };

  const inForm = (letter) => /^[A-Za-z0-9*\-._]$/.test(letter);
  const formEncoded = (text) => encoded(text, (letter) => inForm(letter) || letter === ' ').replaceAll(' ', '+');
  const formDecoded = (text) => {
    const spaced = text.replaceAll('+', ' ');
    try {
      return decodeURIComponent(spaced);
    } catch {
      const bytes = [];
      for (let at = 0; at < spaced.length; at++) {
        if (/^%[0-9a-f]{2}$/i.test(spaced.slice(at, at + 3))) {
          bytes.push(Number.parseInt(spaced.slice(at + 1, at + 3), 16));
          at += 2;
        } else {
          bytes.push(...new (part('text').TextEncoder)().encode(String.fromCodePoint(spaced.codePointAt(at))));
          at += spaced.codePointAt(at) > 0xffff ? 1 : 0;
        }
      }
      return new (part('text').TextDecoder)().decode(Uint8Array.from(bytes));
    }
  };
  const formPairs = (text) => text.split('&').filter((part) => part !== '').map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [formDecoded(part), ''] : [formDecoded(part.slice(0, at)), formDecoded(part.slice(at + 1))];
  });

  let updating;

  class URLSearchParams {
    #pairs = [];
    #changed = () => {};

    constructor(init = '') {
      if (updating !== undefined) {
        this.#changed = updating;
      }
      if (typeof init === 'object' && init !== null) {
        const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
        this.#pairs = pairs.map((pair) => {
          const both = [...pair];
          if (both.length !== 2) {
            throw new TypeError('a parameter is a pair of a name and a value');
          }
          return both.map(say);
        });
      } else {
        this.#pairs = formPairs(say(init).replace(/^\?/, ''));
      }
    }

    static _reset(params, search) {
      params.#pairs = formPairs(search.slice(1));
    }

    get size() { return this.#pairs.length; }

    append(name, value) {
      this.#pairs.push([say(name), say(value)]);
      this.#changed(this);
    }

    delete(name, value) {
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== say(name) || (value !== undefined && pair[1] !== say(value)));
      this.#changed(this);
    }

    get(name) {
      return this.#pairs.find((pair) => pair[0] === say(name))?.[1] ?? null;
    }

    getAll(name) {
      return this.#pairs.filter((pair) => pair[0] === say(name)).map((pair) => pair[1]);
    }

    has(name, value) {
      return this.#pairs.some((pair) => pair[0] === say(name) && (value === undefined || pair[1] === say(value)));
    }

    set(name, value) {
      const first = this.#pairs.findIndex((pair) => pair[0] === say(name));
      if (first < 0) {
        this.#pairs.push([say(name), say(value)]);
      } else {
        this.#pairs[first] = [say(name), say(value)];
        this.#pairs = this.#pairs.filter((pair, at) => at <= first || pair[0] !== say(name));
      }
      this.#changed(this);
    }

    sort() {
      this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
      this.#changed(this);
    }

    forEach(each, self) {
      for (const [name, value] of this) {
        each.call(self, value, name, this);
      }
    }

    * entries() {
      for (let at = 0; at < this.#pairs.length; at++) {
        yield [...this.#pairs[at]];
      }
    }

    * keys() {
      for (const [name] of this) yield name;
    }

    * values() {
      for (const [, value] of this) yield value;
    }

    [Symbol.iterator]() { return this.entries(); }

    toString() {
      return this.#pairs.map(([name, value]) => `${formEncoded(name)}=${formEncoded(value)}`).join('&');
    }

    get [Symbol.toStringTag]() { return 'URLSearchParams'; }
  }
  const resetParams = URLSearchParams._reset;
  delete URLSearchParams._reset;

  class URL {
    #is;
    #params;

    constructor(given, base) {
      this.#is = parsed(say(given), base === undefined ? undefined : parsed(say(base)));
    }

    static parse(given, base) {
      try {
        return new URL(given, base);
      } catch {
        return null;
      }
    }

    static canParse(given, base) {
      return URL.parse(given, base) !== null;
    }

    get href() {
      const { protocol, username, password, authority, search, hash } = this.#is;
      const user = username === '' && password === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
      return `${protocol}${authority ? `//${user}${this.host}` : ''}${this.pathname}${search}${hash}`;
    }

    set href(given) {
      this.#is = parsed(say(given));
      this.#follow();
    }

    get origin() {
      return isSpecial(this.protocol) ? `${this.protocol}//${this.host}` : 'null';
    }

    get protocol() { return this.#is.protocol; }

    set protocol(given) {
      const protocol = `${say(given).replace(/:[^]*$/, '').toLowerCase()}:`;
      if (/^[a-z][a-z0-9+.-]*:$/.test(protocol) && isSpecial(protocol) === isSpecial(this.protocol)) {
        this.#is = { ...this.#is, protocol, port: this.port === PORTS[protocol] ? '' : this.port };
      }
    }

    get username() { return this.#is.username; }
    set username(given) { this.#change({ username: encoded(say(given), inUser) }); }
    get password() { return this.#is.password; }
    set password(given) { this.#change({ password: encoded(say(given), inUser) }); }
    get host() { return this.port === '' ? this.hostname : `${this.hostname}:${this.port}`; }

    set host(given) {
      const [, name, port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::([0-9]*))?/.exec(say(given));
      this.hostname = name;
      if (port) {
        this.port = port;
      }
    }

    get hostname() { return this.#is.hostname; }

    set hostname(given) {
      this.#attempt(() => {
        const hostname = hostOf(/^(\[[^\]]*\]|[^:/?#\\]*)/.exec(say(given))[0], isSpecial(this.protocol), say(given));
        this.#change({ hostname });
      });
    }

    get port() { return this.#is.port; }

    set port(given) {
      const [digits] = /^[0-9]*/.exec(say(given));
      if (digits !== '' || say(given) === '') {
        this.#attempt(() => this.#change({ port: portOf(digits, this.protocol, say(given)) }));
      }
    }

    get pathname() {
      return this.#is.opaque ?? this.#is.path.map((part) => `/${part}`).join('');
    }

    set pathname(given) {
      const special = isSpecial(this.protocol);
      const path = say(given).replace(/[?#]/g, (letter) => byteOf(letter.charCodeAt(0)));
      this.#change({ path: pathOf(path.replace(special ? /^[/\\]/ : /^\//, ''), special) });
    }

    get search() { return this.#is.search; }

    set search(given) {
      const search = say(given).replace(/^\?/, '');
      this.#change({ search: search === '' ? '' : `?${encoded(search, isSpecial(this.protocol) ? inSpecialQuery : inQuery)}` });
      this.#follow();
    }

    get hash() { return this.#is.hash; }

    set hash(given) {
      const hash = say(given).replace(/^#/, '');
      this.#change({ hash: hash === '' ? '' : `#${encoded(hash, inFragment)}` });
    }

    get searchParams() {
      if (this.#params === undefined) {
        updating = (params) => {
          const search = say(params);
          this.#is = { ...this.#is, search: search === '' ? '' : `?${search}` };
        };
        try {
          this.#params = new URLSearchParams(this.search);
        } finally {
          updating = undefined;
        }
      }
      return this.#params;
    }

    toString() { return this.href; }
    toJSON() { return this.href; }
    get [Symbol.toStringTag]() { return 'URL'; }

    #change(members) {
      if (this.#is.opaque === undefined || !('path' in members)) {
        this.#is = { ...this.#is, ...members };
      }
    }

    #attempt(change) {
      try {
        change();
      } catch {
        // As browsers do: what is set to something impossible stays as it is.
      }
    }

    #follow() {
      if (this.#params !== undefined) {
        resetParams(this.#params, this.search);
      }
    }
  }

  return { URL, URLSearchParams };
}
