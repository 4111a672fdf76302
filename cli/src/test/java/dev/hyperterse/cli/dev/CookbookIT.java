package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.testbed.RecordingApi;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every tool of the page of examples answers as the page says, from the first call to the last. */
@ExtendWith(Postgres.class)
@Timeout(180)
class CookbookIT {
    private static final Path PAGE = Path.of("..", "docs", "cookbook.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml|sql|json|)\n(.*?)^```$");
    private static final Pattern CALL = Pattern.compile("(?m)^(\\w*)> (\\S+) (.*)\n(.*)$");
    private static final Pattern TOOL = Pattern.compile("(?m)^kind: Tool\nmetadata: \\{name: ([^}]+)}$");
    private static final Pattern REQUEST = Pattern.compile("`(GET \\S+)` of this API");

    private static final String CURSOR = "NEXT_CURSOR";
    private static final Map<String, String> KEYS =
            Map.of("Ada", "ada-0123456789abcdef", "Bruno", "bruno-0123456789abcdef");

    @TempDir
    private Path directory;

    private String cursor = "";

    @Test
    void everyExampleAnswersAsThePageSays(PostgresDatabase database, @TempDir Path cache) throws IOException {
        var page = Files.readString(PAGE);
        var owner = owner(database);
        blocks(page, "sql").forEach(owner::execute);
        try (var api = RecordingApi.start(
                RecordingApi.json(blocks(page, "json").findFirst().orElseThrow()))) {
            write(blocks(page, "yaml").toList(), owner, api);
            assertThat(Validation.run(directory).diagnostics()).isEmpty();

            var calls = blocks(page, "")
                    .flatMap(block -> CALL.matcher(block).results())
                    .toList();
            assertThat(calls.stream().map(call -> call.group(2)))
                    .containsAll(TOOL.matcher(page)
                            .results()
                            .map(tool -> tool.group(1))
                            .toList());
            try (var shop = Quickstart.serve(directory, cache)) {
                for (var call : calls) {
                    assertThat(answer(shop, call)).as(call.group()).isEqualTo(call.group(4));
                }
            }
            assertThat(api.requests())
                    .singleElement()
                    .asString()
                    .startsWith(REQUEST.matcher(page)
                                    .results()
                                    .findFirst()
                                    .orElseThrow()
                                    .group(1)
                            + " HTTP/1.1");
        }
    }

    /** Policies of row-level security do not apply to the superuser of the test. */
    private static PostgresDatabase owner(PostgresDatabase database) {
        var owner = database.as("shop_" + database.name(), "not-a-secret");
        database.execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(owner.username(), owner.password()));
        database.execute("ALTER DATABASE %s OWNER TO %s".formatted(database.name(), owner.username()));
        return owner;
    }

    private static Stream<String> blocks(String page, String language) {
        return BLOCK.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2));
    }

    private void write(List<String> objects, PostgresDatabase database, RecordingApi api) throws IOException {
        for (var number = 0; number < objects.size(); number++) {
            Files.writeString(
                    directory.resolve("object-" + number + ".yaml"),
                    objects.get(number)
                            .replace("postgresql://localhost:5432/shop", database.url())
                            .replace("{value: shop}", "{value: " + database.username() + "}")
                            .replace("https://rates.example.com", api.url()));
        }
        Files.writeString(
                directory.resolve(".env"),
                "DATABASE_PASSWORD=%s\nKEY_OF_ADA=%s\nKEY_OF_BRUNO=%s\n"
                        .formatted(database.password(), KEYS.get("Ada"), KEYS.get("Bruno")));
    }

    /** @return the rows; the cursor of an answer with more behind it stands for that of the next call */
    private String answer(Quickstart shop, MatchResult call) {
        var caller = call.group(1).isEmpty() ? "Ada" : call.group(1);
        var answer = shop.request(
                "tools/call",
                "{\"name\":\"execute\",\"arguments\":{\"tool\":\"%s\",\"inputs\":%s}}"
                        .formatted(call.group(2), call.group(3).replace(CURSOR, cursor)),
                Map.of("X-API-Key", KEYS.get(caller)));
        var notice = answer.at("/result/content/1/text").asString("{}");
        cursor = JsonMapper.shared().readTree(notice).path("nextCursor").asString("");
        return text(answer);
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString(answer.toString());
    }
}
