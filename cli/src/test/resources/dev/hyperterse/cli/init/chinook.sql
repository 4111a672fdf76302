-- A shop of music, in the shape of the Chinook sample as its documentation describes it; the rows are our own.
CREATE TABLE "Artist" ("ArtistId" INTEGER NOT NULL PRIMARY KEY, "Name" VARCHAR(120));
CREATE TABLE "Album" ("AlbumId" INTEGER NOT NULL PRIMARY KEY, "Title" VARCHAR(160) NOT NULL,
  "ArtistId" INTEGER NOT NULL REFERENCES "Artist" ("ArtistId"));
CREATE TABLE "Genre" ("GenreId" INTEGER NOT NULL PRIMARY KEY, "Name" VARCHAR(120));
CREATE TABLE "MediaType" ("MediaTypeId" INTEGER NOT NULL PRIMARY KEY, "Name" VARCHAR(120));
CREATE TABLE "Track" ("TrackId" INTEGER NOT NULL PRIMARY KEY, "Name" VARCHAR(200) NOT NULL,
  "AlbumId" INTEGER REFERENCES "Album" ("AlbumId"), "MediaTypeId" INTEGER NOT NULL REFERENCES "MediaType" ("MediaTypeId"),
  "GenreId" INTEGER REFERENCES "Genre" ("GenreId"), "Composer" VARCHAR(220), "Milliseconds" INTEGER NOT NULL,
  "Bytes" INTEGER, "UnitPrice" NUMERIC(10,2) NOT NULL);
CREATE TABLE "Playlist" ("PlaylistId" INTEGER NOT NULL PRIMARY KEY, "Name" VARCHAR(120));
CREATE TABLE "PlaylistTrack" ("PlaylistId" INTEGER NOT NULL REFERENCES "Playlist" ("PlaylistId"),
  "TrackId" INTEGER NOT NULL REFERENCES "Track" ("TrackId"), PRIMARY KEY ("PlaylistId", "TrackId"));
CREATE TABLE "Employee" ("EmployeeId" INTEGER NOT NULL PRIMARY KEY, "LastName" VARCHAR(20) NOT NULL,
  "FirstName" VARCHAR(20) NOT NULL, "Title" VARCHAR(30), "ReportsTo" INTEGER REFERENCES "Employee" ("EmployeeId"),
  "BirthDate" TIMESTAMP, "HireDate" TIMESTAMP, "City" VARCHAR(40), "Country" VARCHAR(40), "Email" VARCHAR(60));
CREATE TABLE "Customer" ("CustomerId" INTEGER NOT NULL PRIMARY KEY, "FirstName" VARCHAR(40) NOT NULL,
  "LastName" VARCHAR(20) NOT NULL, "Company" VARCHAR(80), "City" VARCHAR(40), "Country" VARCHAR(40),
  "Email" VARCHAR(60) NOT NULL, "SupportRepId" INTEGER REFERENCES "Employee" ("EmployeeId"));
CREATE TABLE "Invoice" ("InvoiceId" INTEGER NOT NULL PRIMARY KEY,
  "CustomerId" INTEGER NOT NULL REFERENCES "Customer" ("CustomerId"), "InvoiceDate" TIMESTAMP NOT NULL,
  "BillingCity" VARCHAR(40), "BillingCountry" VARCHAR(40), "Total" NUMERIC(10,2) NOT NULL);
CREATE TABLE "InvoiceLine" ("InvoiceLineId" INTEGER NOT NULL PRIMARY KEY,
  "InvoiceId" INTEGER NOT NULL REFERENCES "Invoice" ("InvoiceId"), "TrackId" INTEGER NOT NULL REFERENCES "Track" ("TrackId"),
  "UnitPrice" NUMERIC(10,2) NOT NULL, "Quantity" INTEGER NOT NULL);
CREATE INDEX "IFK_AlbumArtistId" ON "Album" ("ArtistId");
CREATE INDEX "IFK_TrackAlbumId" ON "Track" ("AlbumId");
CREATE INDEX "IFK_TrackGenreId" ON "Track" ("GenreId");
CREATE INDEX "IFK_InvoiceCustomerId" ON "Invoice" ("CustomerId");
CREATE INDEX "IFK_InvoiceLineInvoiceId" ON "InvoiceLine" ("InvoiceId");
INSERT INTO "Artist" VALUES (1, 'The Lanterns'), (2, 'Blue Harbour'), (3, 'Quiet Engine');
INSERT INTO "Album" VALUES (1, 'First Light', 1), (2, 'Second Light', 1), (3, 'Tides', 2), (4, 'Idle', 3);
INSERT INTO "Genre" VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Latin');
INSERT INTO "MediaType" VALUES (1, 'MPEG audio file'), (2, 'AAC audio file');
INSERT INTO "Track" VALUES (1, 'Dawn', 1, 1, 1, 'A. Lamp', 215000, 6853000, 0.99), (2, 'Noon', 1, 1, 1, 'A. Lamp', 301000, 9853000, 0.99),
  (3, 'Dusk', 2, 1, 1, NULL, 184000, 5853000, 0.99), (4, 'Ebb', 3, 2, 2, 'B. Sail', 412000, 12853000, 1.99),
  (5, 'Flow', 3, 2, 2, 'B. Sail', 388000, 11853000, 1.99), (6, 'Piston', 4, 1, 3, 'C. Oil', 95000, 2853000, 0.99);
INSERT INTO "Playlist" VALUES (1, 'Morning'), (2, 'Evening');
INSERT INTO "PlaylistTrack" VALUES (1, 1), (1, 2), (2, 3), (2, 4), (2, 5);
INSERT INTO "Employee" VALUES (1, 'Adams', 'Ada', 'General Manager', NULL, '1962-02-18 00:00:00', '2002-08-14 00:00:00', 'Bern', 'Switzerland', 'ada@shop.example'),
  (2, 'Brook', 'Bruno', 'Sales Manager', 1, '1958-12-08 00:00:00', '2002-05-01 00:00:00', 'Basel', 'Switzerland', 'bruno@shop.example'),
  (3, 'Cole', 'Cara', 'Sales Support Agent', 2, '1973-08-29 00:00:00', '2004-04-01 00:00:00', 'Bonn', 'Germany', 'cara@shop.example');
INSERT INTO "Customer" VALUES (1, 'Luis', 'Gomez', 'Embra', 'Sao Paulo', 'Brazil', 'luis@mail.example', 3),
  (2, 'Leonie', 'Koch', NULL, 'Stuttgart', 'Germany', 'leonie@mail.example', 3), (3, 'Fran', 'Tremblay', NULL, 'Montreal', 'Canada', 'fran@mail.example', 2);
INSERT INTO "Invoice" VALUES (1, 1, '2021-01-01 00:00:00', 'Sao Paulo', 'Brazil', 1.98), (2, 2, '2021-01-02 00:00:00', 'Stuttgart', 'Germany', 3.96),
  (3, 1, '2022-03-05 00:00:00', 'Sao Paulo', 'Brazil', 5.94), (4, 3, '2022-06-07 00:00:00', 'Montreal', 'Canada', 0.99);
INSERT INTO "InvoiceLine" VALUES (1, 1, 1, 0.99, 1), (2, 1, 2, 0.99, 1), (3, 2, 4, 1.99, 1), (4, 2, 5, 1.97, 1), (5, 3, 4, 1.98, 3), (6, 4, 6, 0.99, 1);
