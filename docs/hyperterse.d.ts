// Types of what a script sees, for editors: put it beside your scripts, and begin them with
//   /// <reference path="./hyperterse.d.ts" />
// Types are dropped and not checked when a script is compiled. docs/scripts.md says what each member does.

export {};

declare global {
  type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

  /** What the default export of a tool's script is called with. */
  interface ToolPayload<Inputs = Record<string, any>> {
    readonly inputs: Inputs;
    readonly tool: string;
  }

  /** That of a transform of what a tool returned. */
  interface ResultsPayload {
    readonly results: any;
    readonly tool: string;
  }

  /** That of a prompt: its arguments are texts. */
  interface PromptPayload {
    readonly inputs: Record<string, string>;
    readonly prompt: string;
  }

  /** That of a resource: the variables of its template. */
  interface ResourcePayload {
    readonly inputs: Record<string, string>;
    readonly resource: string;
    readonly uri: string;
  }

  /** That of an auth plugin: the headers that it names and the request has, by their names in lower case. */
  interface CredentialsPayload {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly plugin: string;
  }

  /** What an auth plugin returns of a caller, or null for credentials that it does not accept. */
  interface AuthenticatedCaller {
    subject: string;
    scopes?: string | string[];
    groups?: string[];
    claims?: Record<string, Json>;
    /** A Date, or milliseconds of Unix time. */
    expires?: Date | number;
  }

  interface Principal {
    /** Which plugin of the server has authenticated the caller; subjects are unique for each plugin. */
    readonly plugin?: string;
    readonly subject?: string;
    readonly scopes: readonly string[];
    readonly claims: Readonly<Record<string, Json>>;
  }

  /** What the client said of itself as its session began. */
  interface Client {
    readonly name: string;
    readonly version: string;
    readonly capabilities: readonly string[];
  }

  type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

  /** The second argument of the default export. */
  interface ScriptContext {
    readonly inputs: Record<string, any>;
    readonly env: Readonly<Record<string, string>>;
    readonly principal: Principal;
    readonly client: Client | null;
    /** Those that the server's spec.scripts.headers names, by their names in lower case. */
    readonly headers: Readonly<Record<string, string | undefined>>;
    /** A text of this call alone, the same in all of its rounds: a key for what must not happen twice. */
    readonly requestKey: string;
    /** When the call began, in milliseconds of Unix time; the same in all of its rounds. */
    readonly now: number;
    readonly deadline: number;
    readonly deadlineUnixMilli: number;
    readonly cancelled: boolean;
    /** From 0 to 1; the same numbers in all rounds of a call. */
    random(): number;
    error(message: string): never;
    log(data: unknown): void;
    log(level: LogLevel, data: unknown): void;
    progress(reached: number, total?: number, message?: string): void;
    progress(reached: number, message: string): void;
    query<Row = Record<string, any>>(name: string, inputs?: Record<string, unknown>): Promise<Row[]>;
    /** Runs it when it is first asked for by that key in a call, and not again in a later round. */
    once<T>(key: string, run: () => T | Promise<T>): Promise<T>;
    call<Result = any>(tool: string, inputs?: Record<string, unknown>): Promise<Result>;
    sleep(milliseconds: number): Promise<void>;
    readonly session: Session | null;
    notify(uri: string): boolean;
    /**
     * Asks the user of the client. A client of protocol 2026-07-28 answers between two rounds of the call, and the script
     * runs again from its first line; so with sample and roots.
     */
    elicit<Content = Record<string, any>>(key: string, form: Form): Promise<Elicited<Content>>;
    sample(key: string, request: SamplingRequest): Promise<SampledMessage>;
    roots(key: string): Promise<Root[]>;
  }

  /** What scripts of one namespace keep for a client's session, as JSON. */
  interface Session {
    get<Value = any>(key: string): Promise<Value | undefined>;
    set(key: string, value: Json): Promise<void>;
    delete(key: string): Promise<void>;
  }

  /** A form for the user of the client: MCP's flat schemas. */
  interface Form {
    message: string;
    requestedSchema: {
      type: 'object';
      properties: Record<string, FormField>;
      required?: string[];
    };
  }
  type FormField = { title?: string; description?: string } & (
    | { type: 'string'; minLength?: number; maxLength?: number; format?: 'email' | 'uri' | 'date' | 'date-time'; default?: string }
    | { type: 'string'; enum: string[]; enumNames?: string[]; default?: string }
    | { type: 'string'; oneOf: { const: string; title: string }[]; default?: string }
    | { type: 'number' | 'integer'; minimum?: number; maximum?: number; default?: number }
    | { type: 'boolean'; default?: boolean }
    | {
        type: 'array';
        items: { type: 'string'; enum: string[] } | { anyOf: { const: string; title: string }[] };
        minItems?: number;
        maxItems?: number;
        default?: string[];
      }
  );
  type Elicited<Content> = { action: 'accept'; content: Content } | { action: 'decline' | 'cancel'; content?: undefined };

  interface SamplingRequest {
    messages: { role: 'user' | 'assistant'; content: string | { type: string; [member: string]: Json } }[];
    maxTokens: number;
    systemPrompt?: string;
    temperature?: number;
    stopSequences?: string[];
    modelPreferences?: Record<string, Json>;
    includeContext?: 'none' | 'thisServer' | 'allServers';
    metadata?: Record<string, Json>;
  }
  interface SampledMessage {
    readonly role: string;
    readonly content: any;
    readonly model?: string;
    readonly stopReason?: string;
  }
  interface Root {
    readonly uri: string;
    readonly name?: string;
  }

  interface Console {
    debug(...values: unknown[]): void;
    log(...values: unknown[]): void;
    info(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
  }
  const console: Console;

  function setTimeout(go: (...given: any[]) => void, milliseconds?: number, ...given: any[]): number;
  function clearTimeout(timer: number): void;
  function structuredClone<T>(value: T): T;
  function atob(base64: string): string;
  function btoa(text: string): string;

  interface Crypto {
    randomUUID(): string;
  }
  const crypto: Crypto;

  class TextEncoder {
    readonly encoding: string;
    encode(text?: string): Uint8Array;
  }
  class TextDecoder {
    constructor(label?: string);
    readonly encoding: string;
    decode(bytes?: ArrayBuffer | ArrayBufferView): string;
  }

  class URLSearchParams {
    constructor(init?: string | Iterable<[string, string]> | Record<string, string>);
    readonly size: number;
    append(name: string, value: string): void;
    delete(name: string, value?: string): void;
    get(name: string): string | null;
    getAll(name: string): string[];
    has(name: string, value?: string): boolean;
    set(name: string, value: string): void;
    sort(): void;
    forEach(each: (value: string, name: string, all: URLSearchParams) => void, self?: unknown): void;
    entries(): IterableIterator<[string, string]>;
    keys(): IterableIterator<string>;
    values(): IterableIterator<string>;
    toString(): string;
    [Symbol.iterator](): IterableIterator<[string, string]>;
  }
  class URL {
    constructor(url: string | URL, base?: string | URL);
    static parse(url: string | URL, base?: string | URL): URL | null;
    static canParse(url: string | URL, base?: string | URL): boolean;
    href: string;
    readonly origin: string;
    protocol: string;
    username: string;
    password: string;
    host: string;
    hostname: string;
    port: string;
    pathname: string;
    search: string;
    hash: string;
    readonly searchParams: URLSearchParams;
    toString(): string;
    toJSON(): string;
  }

  type HeadersInit = Headers | Iterable<[string, string]> | Record<string, string>;
  class Headers {
    constructor(init?: HeadersInit);
    append(name: string, value: string): void;
    delete(name: string): void;
    get(name: string): string | null;
    getSetCookie(): string[];
    has(name: string): boolean;
    set(name: string, value: string): void;
    forEach(each: (value: string, name: string, all: Headers) => void, self?: unknown): void;
    entries(): IterableIterator<[string, string]>;
    keys(): IterableIterator<string>;
    values(): IterableIterator<string>;
    [Symbol.iterator](): IterableIterator<[string, string]>;
  }
  class Response {
    private constructor();
    readonly status: number;
    readonly statusText: string;
    readonly ok: boolean;
    readonly url: string;
    readonly redirected: boolean;
    readonly headers: Headers;
    readonly bodyUsed: boolean;
    text(): Promise<string>;
    json(): Promise<any>;
    arrayBuffer(): Promise<ArrayBuffer>;
    bytes(): Promise<Uint8Array>;
  }
  interface FetchOptions {
    method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
    headers?: HeadersInit;
    body?: string | ArrayBuffer | ArrayBufferView | URLSearchParams | null;
    redirect?: 'follow' | 'error' | 'manual';
  }
  function fetch(url: string | URL, options?: FetchOptions): Promise<Response>;
}
