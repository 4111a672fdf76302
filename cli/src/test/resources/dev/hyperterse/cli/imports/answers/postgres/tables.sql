CREATE TABLE flights (id integer PRIMARY KEY, airline text NOT NULL, flight_number text NOT NULL, seats integer);
INSERT INTO flights VALUES (1, 'CY', '888', 180), (2, 'DL', '1234', NULL), (3, 'CY', '123', 90), (4, 'UA', '888', 200);
CREATE TABLE hotels (id integer PRIMARY KEY, name text NOT NULL, place text NOT NULL, arrives date, leaves date, booked boolean NOT NULL);
INSERT INTO hotels VALUES (1, 'Basel Inn', 'Basel', '2026-04-20', '2026-04-22', false), (2, 'Grand Zurich', 'Zurich', NULL, NULL, false), (3, 'Inn of Bern', 'Bern', '2026-05-01', '2026-05-03', false);
