package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.testbed.Postgres;
import dev.hyperterse.testbed.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every tool of the page of examples answers as the page says, from the first call to the last. */
@ExtendWith(Postgres.class)
@Timeout(180)
class CookbookIT {
    private static final Path PAGE = Path.of("..", "docs", "cookbook.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml|sql|)\n(.*?)^```$");
    private static final Pattern CALL = Pattern.compile("(?m)^> (\\S+) (.*)\n(.*)$");

    @TempDir
    private Path directory;

    @Test
    void everyExampleAnswersAsThePageSays(PostgresDatabase database, @TempDir Path cache) throws IOException {
        var calls = new StringBuilder();
        int objects = 0;
        for (var block : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
            switch (block.group(1)) {
                case "sql" -> database.execute(block.group(2));
                case "yaml" -> write("object-" + objects++ + ".yaml", block.group(2), database);
                default -> calls.append(block.group(2));
            }
        }
        Files.writeString(directory.resolve(".env"), "DATABASE_PASSWORD=" + database.password());
        assertThat(Validation.run(directory).diagnostics()).isEmpty();

        var examples = CALL.matcher(calls).results().toList();
        assertThat(examples).hasSizeGreaterThanOrEqualTo(objects - 1);
        try (var shop = Quickstart.serve(directory, cache)) {
            for (var example : examples) {
                var answer = shop.execute(Optional.empty(), example.group(1), example.group(2));
                assertThat(answer.at("/result/content/0/text").asString(""))
                        .as("%s: %s", example.group(1), answer)
                        .isEqualTo(example.group(3));
            }
        }
    }

    private void write(String file, String object, PostgresDatabase database) throws IOException {
        Files.writeString(
                directory.resolve(file),
                object.replace("postgresql://localhost:5432/shop", database.url())
                        .replace("{value: shop}", "{value: " + database.username() + "}"));
    }
}
