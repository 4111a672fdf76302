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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hundred questions to the samples, replayed with the tools that {@code init} writes and compared with the SQL that
 * answers them. Four fifths or more are answered within three calls, and two thirds or more without SQL of the agent.
 * Where SQL is needed, that of the question stands for the agent's: what is tested is that the calls before it show every
 * name that it has.
 */
class InitQuestionsIT {
    private static final int MOST_CALLS = 3;
    private static final Pattern TEXT = Pattern.compile("'[^']*'");
    private static final Pattern ALIAS = Pattern.compile("\\bAS (\\w+)");

    /** Names of tables have an alias of one letter, which is none of these. */
    private static final Pattern WORD = Pattern.compile("\\w*[A-Za-z_]{2,}\\w*");

    private static final Set<String> SQL = Set.of(
            "SELECT DISTINCT AS FROM JOIN USING ON WHERE AND NOT IN LIKE ANY IS NULL GROUP BY HAVING ORDER DESC LIMIT"
                    .split(" "));
    private static final Set<String> FUNCTIONS = Set.of("count", "sum", "avg");

    /** @param answered within three calls */
    private record Count(int questions, int answered, int withoutSql) {}

    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void questionsToARentalShop(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "pagila.sql");
        assertThat(replay("pagila", InitDatabaseIT.address(database, "postgresql", "")))
                .isEqualTo(new Count(38, 36, 28));
    }

    @Test
    @ExtendWith(MariaDb.class)
    void questionsToACompany(MariaDbServer server) throws IOException {
        var database = server.createDatabase();
        InitDatabaseIT.fill(database, "employees.sql");
        assertThat(replay("employees", InitDatabaseIT.address(database, "mysql", "")))
                .isEqualTo(new Count(30, 29, 22));
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
        assertThat(replay("chinook", path.toString())).isEqualTo(new Count(32, 30, 24));
    }

    private Count replay(String sample, String url) throws IOException {
        var generated = new GeneratedDirectory(folder.resolve(sample));
        generated.init("--database", url, "--sql");
        var answered = 0;
        var withoutSql = 0;
        var questions = questions(sample);
        try (var calls = generated.open()) {
            for (var question : questions) {
                var sql = (String) question.get("gold");
                var gold = calls.rows("run-sql", Map.of("sql", sql));
                if (question.get("calls") instanceof List<?> planned) {
                    assertThat(planned).as(question.toString()).hasSizeLessThanOrEqualTo(MOST_CALLS);
                    assertThat(answer(calls, planned, gold))
                            .as(question.toString())
                            .containsExactlyInAnyOrderElementsOf(
                                    gold.stream().map(JsonNode::toString).toList());
                    withoutSql++;
                    answered++;
                } else {
                    var explored = (List<?>) question.get("explored");
                    assertThat(shown(calls, explored)).as(question.toString()).containsAll(names(sql));
                    answered += explored.size() < MOST_CALLS ? 1 : 0;
                }
                assertThat(gold).as(question.toString()).isNotEmpty();
            }
        }
        assertThat(5 * answered).isGreaterThanOrEqualTo(4 * questions.size());
        assertThat(3 * withoutSql).isGreaterThanOrEqualTo(2 * questions.size());
        return new Count(questions.size(), answered, withoutSql);
    }

    /** The words of all answers. */
    private static Set<String> shown(GeneratedDirectory.Calls calls, List<?> explored) {
        var shown = new HashSet<String>();
        for (var call : explored) {
            calls.rows(tool(call), inputs(call, List.of()))
                    .forEach(row -> row.forEach(value -> shown.addAll(words(value.asString("")))));
        }
        return shown;
    }

    /** The tables and columns that the SQL names. */
    private static Set<String> names(String sql) {
        var names = words(TEXT.matcher(sql).replaceAll(" "));
        ALIAS.matcher(sql).results().map(alias -> alias.group(1)).forEach(names::remove);
        names.removeAll(SQL);
        names.removeAll(FUNCTIONS);
        return names;
    }

    private static Set<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(HashSet::new));
    }

    /** The rows of the last answer, as the columns of the gold rows. */
    private static List<String> answer(GeneratedDirectory.Calls calls, List<?> planned, List<JsonNode> gold) {
        var answers = new ArrayList<List<JsonNode>>();
        for (var call : planned) {
            answers.add(calls.rows(tool(call), inputs(call, answers)));
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

    private static String tool(Object call) {
        return (String) ((Map<?, ?>) call).get("tool");
    }

    private static Map<String, Object> inputs(Object call, List<List<JsonNode>> answers) {
        var inputs = new HashMap<String, Object>();
        ((Map<?, ?>) ((Map<?, ?>) call).get("inputs"))
                .forEach((name, value) -> inputs.put((String) name, resolved(value, answers)));
        return inputs;
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
