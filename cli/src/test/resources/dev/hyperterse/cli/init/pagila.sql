-- A shop that rents films, in the shape of the Pagila sample as its documentation describes it; the rows are our own.
CREATE TYPE mpaa_rating AS ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17');
CREATE DOMAIN year AS integer CHECK (VALUE >= 1901 AND VALUE <= 2155);
CREATE TABLE actor (actor_id SERIAL PRIMARY KEY, first_name varchar(45) NOT NULL, last_name varchar(45) NOT NULL,
  last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE category (category_id SERIAL PRIMARY KEY, name varchar(25) NOT NULL, last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE language (language_id SERIAL PRIMARY KEY, name character(20) NOT NULL, last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE country (country_id SERIAL PRIMARY KEY, country varchar(50) NOT NULL, last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE city (city_id SERIAL PRIMARY KEY, city varchar(50) NOT NULL, country_id smallint NOT NULL REFERENCES country,
  last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE address (address_id SERIAL PRIMARY KEY, address varchar(50) NOT NULL, address2 varchar(50), district varchar(20) NOT NULL,
  city_id smallint NOT NULL REFERENCES city, postal_code varchar(10), phone varchar(20) NOT NULL, last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE film (film_id SERIAL PRIMARY KEY, title varchar(255) NOT NULL, description text, release_year year,
  language_id smallint NOT NULL REFERENCES language, original_language_id smallint REFERENCES language,
  rental_duration smallint NOT NULL DEFAULT 3, rental_rate numeric(4,2) NOT NULL DEFAULT 4.99, length smallint,
  replacement_cost numeric(5,2) NOT NULL DEFAULT 19.99, rating mpaa_rating DEFAULT 'G', last_update timestamp NOT NULL DEFAULT now(),
  special_features text[], fulltext tsvector NOT NULL);
COMMENT ON TABLE film IS 'Films that the shop rents';
COMMENT ON COLUMN film.length IS 'in minutes';
COMMENT ON COLUMN film.rental_duration IS 'days that one may keep it';
CREATE TABLE film_actor (actor_id smallint NOT NULL REFERENCES actor, film_id smallint NOT NULL REFERENCES film,
  last_update timestamp NOT NULL DEFAULT now(), PRIMARY KEY (actor_id, film_id));
CREATE TABLE film_category (film_id smallint NOT NULL REFERENCES film, category_id smallint NOT NULL REFERENCES category,
  last_update timestamp NOT NULL DEFAULT now(), PRIMARY KEY (film_id, category_id));
CREATE TABLE store (store_id SERIAL PRIMARY KEY, manager_staff_id smallint NOT NULL, address_id smallint NOT NULL REFERENCES address,
  last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE staff (staff_id SERIAL PRIMARY KEY, first_name varchar(45) NOT NULL, last_name varchar(45) NOT NULL,
  address_id smallint NOT NULL REFERENCES address, email varchar(50), store_id smallint NOT NULL REFERENCES store,
  active boolean NOT NULL DEFAULT true, username varchar(16) NOT NULL, picture bytea, last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE customer (customer_id SERIAL PRIMARY KEY, store_id smallint NOT NULL REFERENCES store, first_name varchar(45) NOT NULL,
  last_name varchar(45) NOT NULL, email varchar(50), address_id smallint NOT NULL REFERENCES address, activebool boolean NOT NULL DEFAULT true,
  create_date date NOT NULL DEFAULT '2022-02-14', last_update timestamp DEFAULT now());
CREATE TABLE inventory (inventory_id SERIAL PRIMARY KEY, film_id smallint NOT NULL REFERENCES film, store_id smallint NOT NULL REFERENCES store,
  last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE rental (rental_id SERIAL PRIMARY KEY, rental_date timestamp NOT NULL, inventory_id integer NOT NULL REFERENCES inventory,
  customer_id smallint NOT NULL REFERENCES customer, return_date timestamp, staff_id smallint NOT NULL REFERENCES staff,
  last_update timestamp NOT NULL DEFAULT now());
CREATE TABLE payment (payment_id integer GENERATED ALWAYS AS IDENTITY, customer_id smallint NOT NULL REFERENCES customer,
  staff_id smallint NOT NULL REFERENCES staff, rental_id integer NOT NULL REFERENCES rental, amount numeric(5,2) NOT NULL,
  payment_date timestamptz NOT NULL, PRIMARY KEY (payment_date, payment_id)) PARTITION BY RANGE (payment_date);
CREATE TABLE payment_p2022_01 PARTITION OF payment FOR VALUES FROM ('2022-01-01') TO ('2022-02-01');
CREATE TABLE payment_p2022_02 PARTITION OF payment FOR VALUES FROM ('2022-02-01') TO ('2022-03-01');
CREATE INDEX idx_title ON film (title);
CREATE INDEX idx_fk_language_id ON film (language_id);
CREATE INDEX idx_last_name ON customer (last_name);
CREATE INDEX idx_actor_last_name ON actor (last_name);
CREATE INDEX idx_fk_inventory_id ON rental (inventory_id);
CREATE INDEX film_fulltext_idx ON film USING gist (fulltext);
CREATE VIEW customer_list AS SELECT cu.customer_id AS id, cu.first_name || ' ' || cu.last_name AS name, a.address, a.postal_code AS "zip code",
  a.phone, city.city, country.country, cu.store_id AS sid
  FROM customer cu JOIN address a USING (address_id) JOIN city USING (city_id) JOIN country USING (country_id);
INSERT INTO actor (first_name, last_name) VALUES ('PENELOPE', 'LAMP'), ('NICK', 'WALLS'), ('ED', 'CHASE');
INSERT INTO category (name) VALUES ('Action'), ('Comedy'), ('Horror');
INSERT INTO language (name) VALUES ('English'), ('Italian'), ('French');
INSERT INTO country (country) VALUES ('Canada'), ('Japan');
INSERT INTO city (city, country_id) VALUES ('Lethbridge', 1), ('Omiya', 2);
INSERT INTO address (address, district, city_id, phone) VALUES ('47 Lake Drive', 'Alberta', 1, '1403'), ('28 Tram Street', 'Saitama', 2, '2817'), ('12 Hill Lane', 'Alberta', 1, '1404');
INSERT INTO film (title, description, release_year, language_id, rental_rate, length, rating, special_features, fulltext) VALUES
  ('ACADEMY LANTERN', 'A drama of a lamp', 2006, 1, 0.99, 86, 'PG', '{"Deleted Scenes"}', 'lantern'),
  ('ACE HARBOUR', 'A tale of a quay', 2006, 1, 4.99, 48, 'G', '{Trailers}', 'harbour'),
  ('ENGINE NIGHT', 'A chase', 2007, 2, 2.99, 141, 'R', NULL, 'engine'),
  ('ZERO HOUR', 'A clock', 2007, 3, 2.99, 185, 'NC-17', '{Commentaries,Trailers}', 'zero');
INSERT INTO film_actor (actor_id, film_id) VALUES (1, 1), (1, 2), (2, 2), (3, 3), (3, 4);
INSERT INTO film_category (film_id, category_id) VALUES (1, 2), (2, 2), (3, 1), (4, 3);
INSERT INTO store (manager_staff_id, address_id) VALUES (1, 1), (2, 2);
INSERT INTO staff (first_name, last_name, address_id, email, store_id, username, picture) VALUES ('Mike', 'Hill', 1, 'mike@rent.example', 1, 'mike', '\x89504e47'), ('Jon', 'Brook', 2, 'jon@rent.example', 2, 'jon', NULL);
INSERT INTO customer (store_id, first_name, last_name, email, address_id, activebool) VALUES (1, 'MARY', 'SMITH', 'mary@mail.example', 3, true), (1, 'PAT', 'JOHNSON', 'pat@mail.example', 1, true), (2, 'LINDA', 'WILLIAMS', 'linda@mail.example', 2, false);
INSERT INTO inventory (film_id, store_id) VALUES (1, 1), (1, 1), (2, 1), (3, 2), (4, 2);
INSERT INTO rental (rental_date, inventory_id, customer_id, return_date, staff_id) VALUES ('2022-01-24 21:53:30', 1, 1, '2022-01-26 22:04:30', 1),
  ('2022-01-25 11:30:37', 3, 1, NULL, 1), ('2022-02-02 12:00:00', 4, 2, '2022-02-05 09:00:00', 2), ('2022-02-03 13:00:00', 5, 3, NULL, 2);
INSERT INTO payment (customer_id, staff_id, rental_id, amount, payment_date) VALUES (1, 1, 1, 0.99, '2022-01-24 21:53:30.123456+00'),
  (1, 1, 2, 4.99, '2022-01-25 11:30:37+00'), (2, 2, 3, 2.99, '2022-02-02 12:00:00+00'), (3, 2, 4, 2.99, '2022-02-03 13:00:00+00');
ANALYZE;
