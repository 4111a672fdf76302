package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import dev.hyperterse.testbed.sql.SqlDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hyperterse init --database} writes for databases in the shape of well-known samples: every tool answers. */
class InitDatabaseIT {
    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void everyToolOfARentalShopAnswers(PostgresServer server) throws IOException {
        var shop = new GeneratedDirectory(folder.resolve("rental"));
        var database = server.createDatabase();
        fill(database, "pagila.sql");
        var said = shop.init("--database", address(database, "postgresql", "?sslmode=prefer&channel_binding=prefer"));
        assertThat(said)
                .contains(
                        "read 16 tables and views",
                        "note: the parameter channel_binding of the address is left out",
                        "note: left out: public.staff.picture: bytea is no text",
                        "kubectl create secret generic rental-database --from-env-file=")
                .doesNotContain(database.password());
        assertThat(Files.getPosixFilePermissions(folder.resolve("rental/.env")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(shop.file(".gitignore")).isEqualTo(".env\n");
        assertThat(shop.file("server.yaml"))
                .contains("public.film (Films that the shop rents)", "exposure: Search", "sslmode=prefer")
                .doesNotContain(database.password());
        assertThat(shop.callEverything())
                .contains(
                        "get-film",
                        "list-films",
                        "list-actors-of-film",
                        "list-films-of-category",
                        "list-rentals-of-customer")
                .doesNotHaveDuplicates()
                .doesNotContain("list-payments-of-payment-p2022-01");
        try (var calls = shop.open()) {
            assertThat(calls.rows("list-films", Map.of("rating", "NC-17", "language", "French")))
                    .singleElement()
                    .satisfies(film -> assertThat(film.path("title").asString()).isEqualTo("ZERO HOUR"));
            assertThat(calls.rows("list-films-of-category", Map.of("category", "Comedy")))
                    .hasSize(2);
        }
    }

    @Test
    @ExtendWith(MariaDb.class)
    void everyToolOfACompanyAnswers(MariaDbServer server) throws IOException {
        var company = new GeneratedDirectory(folder.resolve("company"));
        var database = server.createDatabase();
        fill(database, "employees.sql");
        company.init("--database", address(database, "mysql", ""), "--sql");
        assertThat(company.callEverything())
                .contains("get-employee", "list-salaries-of-employee", "list-dept-emp", "list-dept-emp-latest-date");
        try (var calls = company.open()) {
            assertThat(calls.rows("list-employees", Map.of("gender", "F"))).hasSize(1);
            assertThat(calls.rows("list-dept-emp", Map.of("dept", "Development")))
                    .hasSize(2);
            assertThat(calls.text("run-sql", Map.of("sql", "SELECT AVG(salary) AS average FROM salaries")))
                    .contains("57013");
        }
    }

    @Test
    void everyToolOfAFileAnswers() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("music")).resolve("chinook.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var sql : statements("chinook.sql")) {
                statement.execute(sql);
            }
        }
        var music = new GeneratedDirectory(folder.resolve("music"));
        music.init("--database", path.toString());
        assertThat(music.callEverything())
                .contains("list-tracks", "list-tracks-of-playlist", "list-employees-by-reports-to", "get-invoice-line");
        try (var calls = music.open()) {
            assertThat(calls.rows("list-tracks", Map.of("Genre", "Jazz", "MediaType", "AAC audio file")))
                    .hasSize(2)
                    .allSatisfy(
                            track -> assertThat(track.path("Album").asString()).isEqualTo("Tides"));
        }
    }

    @Test
    @ExtendWith(Postgres.class)
    void tablesAreChosenByNamesAndPatterns(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        fill(database, "pagila.sql");
        var some = new GeneratedDirectory(folder.resolve("some"));
        some.init("--database", address(database, "postgres", ""), "--tables", "film*,ACTOR", "--schemas", "public");
        assertThat(some.callEverything()).contains("list-actors-of-film").doesNotContain("list-rentals");
        assertThat(some.run(
                        "init",
                        folder.resolve("none").toString(),
                        "--database",
                        address(database, "postgres", ""),
                        "--tables",
                        "flim"))
                .isEqualTo(2);
        assertThat(some.messages()).contains("no table that this user can read is named flim; there are: public.actor");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    @ExtendWith(Postgres.class)
    void aRoleSeesWhatItMayRead(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        fill(database, "pagila.sql");
        var role = "clerk_" + database.name();
        database.execute(
                "CREATE ROLE %s LOGIN PASSWORD 'p@ss w#rd'".formatted(role),
                "GRANT SELECT ON customer, rental TO " + role,
                "GRANT SELECT (staff_id, first_name) ON staff TO " + role);
        var shop = new GeneratedDirectory(folder.resolve("clerk"));
        shop.init(
                "--database",
                "postgresql://%s:p%%40ss%%20w%%23rd@%s:%d/%s"
                        .formatted(role, PostgresServer.HOST, server.port(), database.name()));
        assertThat(shop.callEverything())
                .contains("list-staff", "list-rentals-of-staff")
                .doesNotContain("list-films");
        assertThat(shop.file("staff.yaml")).doesNotContain("email");
    }

    static void fill(SqlDatabase database, String sample) throws IOException {
        database.execute(statements(sample));
    }

    /** Of a file whose statements end with a line. */
    static String[] statements(String sample) throws IOException {
        try (var stream = InitDatabaseIT.class.getResourceAsStream("/dev/hyperterse/cli/init/" + sample)) {
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*\n", "");
            return text.split(";\n");
        }
    }

    static String address(SqlDatabase database, String scheme, String parameters) {
        return database.url()
                        .replaceFirst(
                                "^[a-z]+://", "%s://%s:%s@".formatted(scheme, database.username(), database.password()))
                + parameters;
    }
}
