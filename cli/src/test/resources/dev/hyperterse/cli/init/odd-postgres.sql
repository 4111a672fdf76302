-- Names and types that hardly anybody has.
CREATE SCHEMA "Sales";
CREATE TYPE state AS ENUM ('new', 'it''s "done"');
CREATE DOMAIN short AS varchar(10);
CREATE TABLE "Order's ""Detail""" ("Order ID" integer, "Line.No" smallint, "Preis (€)" numeric(10,2), "Größe" text, "größe" text, "a`b" text, PRIMARY KEY ("Order ID", "Line.No"));
CREATE TABLE "select" ("from" integer PRIMARY KEY, "where" text NOT NULL, "order" boolean, after text, "user" text UNIQUE);
CREATE TABLE "Sales"."select" ("from" integer PRIMARY KEY, "group" text);
CREATE TABLE "dotted.names" ("a.b" integer PRIMARY KEY, "c;d" text, "e--f" text, "g/*h" text, "i?j" integer, "$1" text, ":k" text, "l\m" text);
CREATE TABLE "Größen" (id integer PRIMARY KEY, "名前" text);
CREATE TABLE keyless (line text, at timestamptz);
CREATE TABLE "{{braces}}" (id integer PRIMARY KEY);
CREATE TABLE node (id integer PRIMARY KEY, parent integer REFERENCES node, name text NOT NULL);
CREATE TABLE typed (id bigint PRIMARY KEY, state state NOT NULL, kind text NOT NULL CHECK (kind IN ('big', 'small')), exact numeric NOT NULL, approximate double precision,
  single real, doubled integer GENERATED ALWAYS AS (7 * 2) STORED, tags text[], matrix integer[][], doc jsonb, plain json, span int4range, raw bytea, at timestamptz NOT NULL,
  "local" timestamp, day date, clock time, gap interval, address inet, net cidr, mac macaddr, flag boolean, price money, code short, letter "char", bits bit(3), spot point, words xml, hash uuid UNIQUE);
CREATE TABLE by_uuid (id uuid PRIMARY KEY, typed_id bigint NOT NULL REFERENCES typed, typed_hash uuid REFERENCES typed (hash));
CREATE INDEX typed_at ON typed (at);
CREATE INDEX typed_state ON typed (state);
CREATE INDEX typed_partial ON typed (day) WHERE flag;
CREATE INDEX typed_expression ON typed (lower(kind), id);
CREATE MATERIALIZED VIEW "summary of typed" AS SELECT state, count(*) AS "how many" FROM typed GROUP BY state;
INSERT INTO "Order's ""Detail""" VALUES (1, 1, 2.50, 'M', 'm', 'x'), (1, 2, 3.50, 'L', 'l', 'y');
INSERT INTO "select" VALUES (1, 'here', true, 'later', 'ann'), (2, 'there', false, 'never', 'bob');
INSERT INTO "Sales"."select" VALUES (1, 'a');
INSERT INTO "dotted.names" VALUES (1, 'c', 'e', 'g', 5, 'one', 'k', 'l\m');
INSERT INTO "Größen" VALUES (1, '大');
INSERT INTO keyless VALUES ('a line', '2024-01-01 10:00:00+02');
INSERT INTO "{{braces}}" VALUES (1);
INSERT INTO node VALUES (1, NULL, 'root'), (2, 1, 'leaf');
INSERT INTO typed (id, state, kind, exact, approximate, single, tags, matrix, doc, plain, span, raw, at, "local", day, clock, gap, address, net, mac, flag, price, code, letter, bits, spot, words, hash) VALUES
  (9007199254740993, 'it''s "done"', 'big', 12345678901234567890.123456789, 1.5, 2.5, '{a,"b c"}', '{{1,2},{3,4}}', '{"a": 1}', '{"b": [1]}', '[1,5)', '\x00ff', '2024-01-01 10:00:00.123456+02',
   '2024-01-01 10:00:00', '2024-01-01', '10:00', '1 day', '10.0.0.1', '10.0.0.0/8', '08:00:2b:01:02:03', true, 12.5, 'abc', 'x', '101', '(1,2)', '<a/>', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');
INSERT INTO by_uuid VALUES ('b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 9007199254740993, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');
REFRESH MATERIALIZED VIEW "summary of typed";
ANALYZE;
