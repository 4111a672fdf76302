package dev.hyperterse.cli.init.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses in the forms that people have, and those that cannot be taken. */
class DatabaseAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgresql://reader:s%40x@db:5432/shop | postgresql://db:5432/shop | reader | s@x",
                "postgres://reader@db/shop | postgresql://db/shop | reader | ",
                "POSTGRESQL://reader@db/shop | postgresql://db/shop | reader | ",
                "postgresql+asyncpg://reader:x@db/shop | postgresql://db/shop | reader | x",
                "mysql+pymysql://reader:x@db/shop | mysql://db/shop | reader | x",
                "jdbc:postgresql://db/shop?user=reader&password=x | postgresql://db/shop | reader | x",
                "jdbc:mariadb://db:3307/shop | mariadb://db:3307/shop |  | ",
                "postgresql://db/shop?sslmode=require | postgresql://db/shop?sslmode=require |  | ",
                "mysql://db/shop?ssl-mode=REQUIRED | mysql://db/shop?sslmode=REQUIRED |  | ",
                "jdbc:mysql://db/shop?useSSL=false | mysql://db/shop?sslmode=disable |  | ",
                "postgres://db/shop?ssl=true | postgresql://db/shop?sslmode=require |  | ",
                "reader:x@tcp(db:3306)/shop | mysql://db:3306/shop | reader | x",
                "postgresql://first:5432,[::1]:5433,third/größe_1-2.3 | postgresql://first:5432,[::1]:5433,third/größe_1-2.3 |  | ",
                "mysql://[2001:db8::1]:3306/shop | mysql://[2001:db8::1]:3306/shop |  | ",
                "postgresql://a{{env.b}}@db/shop | postgresql://db/shop | a{{env.b}} | ",
                "sqlite:///shop.db | shop.db |  | ",
                "sqlite:////data/shop.db | /data/shop.db |  | ",
                "file:./dev.db | ./dev.db |  | ",
                "data/shop.sqlite3 | data/shop.sqlite3 |  | ",
            })
    void whatPeopleHave(String text, String url, String user, String password) {
        assertThat(DatabaseAddress.of(text)).isInstanceOfSatisfying(Usable.class, address -> {
            assertThat(address.url()).isEqualTo(url);
            assertThat(address.username()).isEqualTo(Optional.ofNullable(user));
            assertThat(address.password()).isEqualTo(Optional.ofNullable(password));
        });
    }

    @Test
    void parametersBecomeFields() {
        assertThat(DatabaseAddress.of("postgresql://db/shop?schema=app&connection_limit=5&connect_timeout=10"
                        + "&target_session_attrs=read-only&channel_binding=require&pgbouncer=true"))
                .isInstanceOfSatisfying(Usable.class, address -> {
                    assertThat(address.engine()).isEqualTo(SqlEngine.POSTGRES);
                    assertThat(address.schemas()).containsExactly("app");
                    assertThat(address.fields())
                            .containsExactly(
                                    "pool: {maxSize: 5, connectionTimeout: 10s}",
                                    "postgres: {parameters: {currentSchema: \"app\", targetServerType: Secondary}}");
                    assertThat(address.notes())
                            .containsExactly(
                                    "the parameter channel_binding of the address is left out: no field of an adapter has it",
                                    "the parameter pgbouncer of the address is left out: no field of an adapter has it");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | is empty",
                "oracle://u:hunter2@db/shop | not of PostgreSQL, MySQL, MariaDB, SQLite, MongoDB or Redis",
                "sqlserver://db;password=hunter2 | not of PostgreSQL, MySQL, MariaDB, SQLite, MongoDB or Redis",
                "mongodb+srv://u:hunter2@db/shop | does not look up the members",
                "mongodb://u:hunter2@db | does not name a database",
                "mongodb://u:hunter2@db/sh%20op | MongoDB has no database of that name",
                "mongodb://u:hunter2@db/sh.op | MongoDB has no database of that name",
                "mongodb://u:hunter2@db/$shop | MongoDB has no database of that name",
                "mongodb://u:hunter2@db/ö23456789012345678901234567890123456789012345678901234567890123 | MongoDB has no database of that name",
                "mongodb://u:hunter2@db/shop?tlsCAFile=ca.pem | names a file",
                "mongodb://u:hunter2@db/shop?=x | parameter of the address is malformed",
                "redis://:hunter2@db/shop | is no number",
                "db/hunter2 | which engine",
                "u:hunter2@db/shop | which engine",
                "u:hunter2@db:5432/shop | which engine",
                "host=db dbname=shop user=u password=hunter2 | keywords of PostgreSQL are not read",
                "postgresql://u:hunter2@db | does not name a database",
                "postgresql:///shop?host=/var/run | has no host",
                "postgresql://u:hunter2%zz@db/shop | not percent-encoded",
                "postgresql://u:hunter/2@db/shop | is no URL",
                "postgresql://u:hunter@2@db/shop | is no URL",
                "postgresql://u:12/hunter2@host/db | is no URL",
                "postgresql://db/shop#hunter2 | is no URL",
                "postgresql://u:hunter2%0a@db/shop | not percent-encoded",
                "postgresql://u:hunter2@db:0/shop | host or port",
                "postgresql://u:hunter2@db:65536/shop | host or port",
                "postgresql://u:hunter2@first,,third/shop | host or port",
                "mysql://u:hunter2@first,second/shop | has one host",
                "postgresql://u:hunter2@db/{{shop}} | name of the database is invalid",
                "postgresql://u:hunter2@db/shop?sslmode=hunter | sslmode of the address is not known",
                "postgresql://u:hunter2@db/shop?sslrootcert=ca.pem | names a file",
                "postgresql://u:hunter2@db/shop?=x | parameter of the address is malformed",
                "sqlite://:memory: | in memory is empty",
                "host=db dbname=shop user=hunter2 | keywords of PostgreSQL are not read; write postgresql://",
                "password=hunter2 dbname=shop.db | keywords of PostgreSQL are not read; write postgresql://",
            })
    void refusedByASentenceOfItsOwn(String text, String says) {
        assertThat(DatabaseAddress.of(text))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.sentence()).contains(says).doesNotContain("hunter"));
    }

    @Test
    void aPasswordIsNotPrinted() {
        assertThat(DatabaseAddress.of("postgresql://u:hunter2@db/shop?sslmode=require")
                        .toString())
                .contains("db", "shop as u")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mongodb://db/shop | mongodb://db/shop | mongodb: {database: \"shop\"}",
                "mongodb://db/ö2345678901234567890123456789012345678901234567890123456789012 | mongodb://db/ö2345678901234567890123456789012345678901234567890123456789012 | mongodb: {database: \"ö2345678901234567890123456789012345678901234567890123456789012\"}",
                "mongodb://u:hunter2@a:1,b/shop | mongodb://a:1,b/shop as u | mongodb: {database: \"shop\", parameters: {authSource: \"shop\"}}",
                "mongodb://u:hunter2@a/shop?authSource=admin&replicaSet=rs0&readPreference=secondaryPreferred&tls=true "
                        + "| mongodb://a/shop as u | mongodb: {database: \"shop\", parameters: {authSource: \"admin\", replicaSet: \"rs0\", readPreference: SecondaryPreferred}} tls: {mode: VerifyFull}",
                "mongodb://db/shop?ssl=true&tlsInsecure=true | mongodb://db/shop | mongodb: {database: \"shop\"} tls: {mode: Require}",
                "redis://:hunter2@db | redis://db/0 | ''",
                "rediss://u:hunter2@db:6380/3?ssl_cert_reqs=none | rediss://db:6380/3 as u | tls: {mode: Require}",
                "valkey://db?db=2 | redis://db/2 | ''",
            })
    void addressesWithoutTablesBecomeFields(String text, String printed, String fields) {
        assertThat(DatabaseAddress.of(text)).isInstanceOfSatisfying(Usable.class, address -> {
            assertThat(address.toString()).isEqualTo(printed);
            assertThat(String.join(" ", address.fields())).isEqualTo(fields);
        });
    }

    @Test
    void theDatabaseIsItsLastStep() {
        assertThat(List.of("postgresql://db/shop?sslmode=require", "sqlite:///a/shop.db").stream()
                        .map(text -> ((Usable) DatabaseAddress.of(text)).database()))
                .containsExactly("shop", "shop.db");
    }
}
