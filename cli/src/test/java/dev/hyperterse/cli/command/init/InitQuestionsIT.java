package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Questions to the samples, replayed with the tools that {@code init} writes and compared with the SQL that answers
 * them. Two thirds or more need no SQL of the agent; the others are answered by {@code run-sql} alone.
 */
class InitQuestionsIT {
    private static final int MOST_CALLS = 3;

    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void questionsToARentalShop(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "pagila.sql");
        replay("pagila", InitDatabaseIT.address(database, "postgresql", ""));
    }

    @Test
    @ExtendWith(MariaDb.class)
    void questionsToACompany(MariaDbServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "employees.sql");
        replay("employees", InitDatabaseIT.address(database, "mysql", ""));
    }

    @Test
    void questionsToAShopOfMusic() throws IOException, SQLException {
        var path = Files.createDirectories(folder.resolve("chinook")).resolve("chinook.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                var statement = connection.createStatement()) {
            for (var sql : InitDatabaseIT.statements("chinook.sql")) {
                statement.execute(sql);
            }
        }
        replay("chinook", path.toString());
    }

    private void replay(String sample, String url) throws IOException {
        var generated = new GeneratedDirectory(folder.resolve(sample));
        generated.init("--database", url, "--sql");
        var withoutSql = 0;
        var questions = questions(sample);
        try (var calls = generated.open()) {
            for (var question : questions) {
                var gold = calls.rows("run-sql", Map.of("sql", question.get("gold")));
                if (question.get("calls") instanceof List<?> planned) {
                    assertThat(planned).as(question.toString()).hasSizeLessThanOrEqualTo(MOST_CALLS);
                    assertThat(answer(calls, planned, gold))
                            .as(question.toString())
                            .containsExactlyInAnyOrderElementsOf(
                                    gold.stream().map(JsonNode::toString).toList());
                    withoutSql++;
                }
                assertThat(gold).as(question.toString()).isNotEmpty();
            }
        }
        assertThat(3 * withoutSql)
                .as("%d of %d without SQL", withoutSql, questions.size())
                .isGreaterThanOrEqualTo(2 * questions.size());
    }

    /** The rows of the last answer, as the columns of the gold rows. */
    private static List<String> answer(GeneratedDirectory.Calls calls, List<?> planned, List<JsonNode> gold) {
        var answers = new ArrayList<List<JsonNode>>();
        for (var call : planned) {
            var fields = (Map<?, ?>) call;
            var inputs = new HashMap<String, Object>();
            ((Map<?, ?>) fields.get("inputs"))
                    .forEach((name, value) -> inputs.put((String) name, resolved(value, answers)));
            answers.add(calls.rows((String) fields.get("tool"), inputs));
        }
        var columns = gold.getFirst().propertyNames();
        return answers.getLast().stream()
                .map(row -> {
                    var shown = JsonMapper.shared().createObjectNode();
                    columns.forEach(column -> shown.set(column, row.path(column)));
                    return shown.toString();
                })
                .toList();
    }

    private static Object resolved(Object value, List<List<JsonNode>> answers) {
        if (!(value instanceof String text && text.matches("\\$[1-3]\\..+"))) {
            return value;
        }
        var field = answers.get(text.charAt(1) - '1').getFirst().path(text.substring(3));
        return field.isNumber() ? field.numberValue() : field.asString();
    }

    private static List<Map<?, ?>> questions(String sample) throws IOException {
        try (var stream = InitQuestionsIT.class.getResourceAsStream("/dev/hyperterse/cli/init/questions.yaml")) {
            var all = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromInputStream(stream);
            var questions = new ArrayList<Map<?, ?>>();
            ((List<?>) all.get(sample)).forEach(question -> questions.add((Map<?, ?>) question));
            return questions;
        }
    }
}
