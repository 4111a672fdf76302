-- Names and types that hardly anybody has.
CREATE TABLE "Order's ""Detail""" ("Order ID" INTEGER, "Line.No" INTEGER, "Preis (€)" DECIMAL(10,2), "Größe" TEXT, "a`b" VARCHAR(10), "[c]" TEXT, PRIMARY KEY ("Order ID", "Line.No")) WITHOUT ROWID;
CREATE TABLE "select" ("from" INTEGER PRIMARY KEY, "where" TEXT NOT NULL, "order" BOOLEAN, after TEXT, "user" TEXT UNIQUE);
CREATE TABLE "odd?names" ("a?b" INTEGER PRIMARY KEY, "c;d" TEXT, "e--f" TEXT, "g/*h" TEXT, "i:j" INTEGER, "@k" TEXT);
CREATE TABLE typed (id INTEGER PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('new', 'it''s done')), exact NUMERIC, approximate REAL, raw BLOB, doc JSON, at DATETIME, day DATE, anything, doubled INTEGER AS (7 * 2));
CREATE TABLE Parent (id INTEGER PRIMARY KEY, name TEXT, city TEXT, photo BLOB);
CREATE TABLE children (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent, name TEXT);
CREATE VIRTUAL TABLE notes USING fts5(body);
CREATE VIEW "some children" AS SELECT name AS "the name" FROM children;
INSERT INTO "Order's ""Detail""" VALUES (1, 1, 2.50, 'M', 'x', 'c'), (1, 2, 3.50, 'L', 'y', 'c');
INSERT INTO "select" VALUES (1, 'here', 1, 'later', 'ann'), (2, 'there', 0, 'never', 'bob');
INSERT INTO "odd?names" VALUES (1, 'c', 'e', 'g', 5, 'k');
INSERT INTO typed (id, state, exact, approximate, raw, doc, at, day, anything) VALUES (1, 'it''s done', 1.25, 1.5, x'00ff', '{"a": 1}', '2024-01-01 10:00:00', '2024-01-01', 5);
INSERT INTO Parent VALUES (1, 'Pa', 'Bern', NULL), (2, 'Ma', 'Bonn', NULL);
INSERT INTO children VALUES (1, 1, 'Kim'), (2, 2, 'Lee');
INSERT INTO notes VALUES ('hello');
