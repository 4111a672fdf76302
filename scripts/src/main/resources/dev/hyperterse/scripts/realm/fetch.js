// fetch, Headers and Response. Evaluated once in a hardened context; elsewhere when a script uses one of them for the first time.
(run) => {
  'use strict';
  const { host, ask, part } = run;
  const { parse, stringify } = JSON;
  const { URL } = part('url');
  const say = String;
  const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const OPTIONS = new Set(['method', 'headers', 'body', 'redirect']);
  // Headers that say how a message is sent, which is the host's business.
  const OF_HOST = new Set(['host', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer',
    'expect', 'accept-encoding', 'proxy-authorization', 'proxy-connection']);
  const REDIRECTS = new Set(['follow', 'error', 'manual']);
  // Characters that browsers let pass in a path or query, and the syntax of URIs does not.
  const NOT_IN_REQUESTS = /["<>\\^`{|}[\]]|%(?![0-9a-f]{2})/gi;
  // Most URLs that scripts fetch are what parsing would make of them. A host whose last part begins with a letter is no address,
  // a port that begins with a zero or is a default would go, and so would segments of dots, which urlOf looks for.
  const BYTE = '(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
  const HOST = `(?:(?:[a-z0-9-]+[.])*[a-z][a-z0-9-]*|(?:${BYTE}[.]){3}${BYTE})`;
  const PORT = '(?::(?!80/|443/)(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?';
  const IN_PATH = "A-Za-z0-9/._~!$&()*+,;=:@-";
  const NORMAL = new RegExp(
      `^https?://${HOST}${PORT}/(?:[${IN_PATH}]|%(?!2[Ee])[0-9A-Fa-f]{2})*(?:[?](?:[?${IN_PATH}]|%[0-9A-Fa-f]{2})+)?$`);
  const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

  const headerName = (given) => {
    const name = say(given).toLowerCase();
    if (!TOKEN.test(name)) {
      throw new TypeError(`'${name.slice(0, 50)}' is no name of a header`);
    }
    return name;
  };
  const headerValue = (given) => {
    const value = say(given).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new TypeError('a value of a header has a character that headers cannot have');
    }
    return value;
  };

  class Headers {
    #values = new Map();

    constructor(init) {
      if (init === undefined) {
        return;
      }
      if (init === null || typeof init !== 'object') {
        throw new TypeError('headers are an object, an array of pairs, or Headers');
      }
      for (const pair of typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init)) {
        const [name, value, ...rest] = pair;
        if (value === undefined || rest.length > 0) {
          throw new TypeError('a header is a pair of a name and a value');
        }
        this.append(name, value);
      }
    }

    append(given, value) {
      const name = headerName(given);
      const values = this.#values.get(name) ?? [];
      values.push(headerValue(value));
      this.#values.set(name, values);
    }

    set(name, value) {
      this.#values.set(headerName(name), [headerValue(value)]);
    }

    delete(name) {
      this.#values.delete(headerName(name));
    }

    get(name) {
      return this.#values.get(headerName(name))?.join(', ') ?? null;
    }

    has(name) {
      return this.#values.has(headerName(name));
    }

    getSetCookie() {
      return [...this.#values.get('set-cookie') ?? []];
    }

    forEach(each, self) {
      for (const [name, value] of this) {
        each.call(self, value, name, this);
      }
    }

    * entries() {
      for (const name of [...this.#values.keys()].sort()) {
        const values = this.#values.get(name);
        if (name === 'set-cookie') {
          for (const value of values) {
            yield [name, value];
          }
        } else {
          yield [name, values.join(', ')];
        }
      }
    }

    * keys() {
      for (const [name] of this) {
        yield name;
      }
    }

    * values() {
      for (const [, value] of this) {
        yield value;
      }
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    get [Symbol.toStringTag]() {
      return 'Headers';
    }
  }

  const OURS = Symbol('made by fetch');

  class Response {
    #facts;
    #headers;
    #used = false;

    constructor(ours, facts) {
      if (ours !== OURS) {
        throw new TypeError('only fetch makes a Response here; return a plain value');
      }
      this.#facts = facts;
    }

    get status() { return this.#facts.status; }
    get statusText() { return this.#facts.statusText; }
    get ok() { return this.status >= 200 && this.status < 300; }
    get url() { return this.#facts.url; }
    get redirected() { return this.#facts.redirected; }
    get headers() { return (this.#headers ??= new Headers(this.#facts.headers)); }
    get bodyUsed() { return this.#used; }

    #read() {
      if (this.#used) {
        throw new TypeError('the body of the response was read already');
      }
      this.#used = true;
      return this.#facts.body;
    }

    async text() {
      return host('fetched text', this.#read());
    }

    async json() {
      return parse(host('fetched text', this.#read()));
    }

    async arrayBuffer() {
      const bytes = new ArrayBuffer(this.#facts.size);
      host('fetched bytes', this.#read(), bytes);
      return bytes;
    }

    async bytes() {
      return new Uint8Array(await this.arrayBuffer());
    }

    get [Symbol.toStringTag]() {
      return 'Response';
    }
  }

  const bodyOf = (body) => {
    if (body === undefined || body === null) {
      return [null, null];
    }
    if (typeof body === 'string') {
      return [body, 'text/plain;charset=UTF-8'];
    }
    if (body instanceof ArrayBuffer) {
      return [body, null];
    }
    if (ArrayBuffer.isView(body)) {
      return [body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength), null];
    }
    if (Object.prototype.toString.call(body) === '[object URLSearchParams]') {
      return [say(body), 'application/x-www-form-urlencoded;charset=UTF-8'];
    }
    throw new TypeError('the body of fetch is a text, bytes or URLSearchParams; make a text of an object with JSON.stringify');
  };

  // Parsed as browsers do, so that what is checked is what the author sees.
  const urlOf = (given) => {
    if (NORMAL.test(given) && !given.includes('/.')) {
      return given;
    }
    const { origin, username, password, pathname, search } = new URL(given);
    if (!origin.startsWith('http')) {
      throw new TypeError('fetch takes http and https URLs');
    }
    if (username !== '' || password !== '') {
      throw new TypeError('fetch takes no user in a URL; set the header authorization');
    }
    return origin + (pathname + search).replace(NOT_IN_REQUESTS, encodeURIComponent);
  };

  const fetch = async (input, init = {}) => {
    for (const option of Object.keys(init ?? {})) {
      if (!OPTIONS.has(option)) {
        throw new TypeError(`fetch does not support the option '${option}'; it has method, headers, body and redirect`);
      }
    }
    const { method = 'GET', redirect = 'follow' } = init ?? {};
    const verb = say(method).toUpperCase();
    if (!METHODS.has(verb)) {
      throw new TypeError(`fetch does not support the method '${verb.slice(0, 20)}'`);
    }
    if (!REDIRECTS.has(redirect)) {
      throw new TypeError("redirect is 'follow', 'error' or 'manual'");
    }
    const headers = new Headers(init?.headers);
    for (const name of headers.keys()) {
      if (OF_HOST.has(name)) {
        throw new TypeError(`fetch sets the header '${name}' itself`);
      }
    }
    const [body, type] = bodyOf(init?.body);
    if (body !== null && (verb === 'GET' || verb === 'HEAD')) {
      throw new TypeError(`a request with ${verb} has no body`);
    }
    if (type !== null && !headers.has('content-type')) {
      headers.set('content-type', type);
    }
    const url = urlOf(say(input));
    return new Response(OURS, await ask('fetch', stringify({ method: verb, url, redirect, headers: [...headers] }), body));
  };

  return { fetch, Headers, Response };
}
