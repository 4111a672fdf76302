package dev.hyperterse.compiler.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RedisPageTest {
    private static final Path PAGE = Path.of("..", "docs", "redis.md");
    private static final Path COMMANDS = Path.of("..", "docs", "reference", "redis-commands.md");

    @Test
    void everyRuleAndEveryCommandIsOnThePage() throws IOException {
        var page = Files.readString(PAGE) + Files.readString(COMMANDS);
        assertThat(Arrays.asList(CommandRule.values()))
                .allSatisfy(rule -> assertThat(page).contains("`" + rule.identifier() + "`"));
        assertThat(KnownCommands.all())
                .allSatisfy(command -> assertThat(page).containsPattern("[: ]" + command.name() + "[ \n]"));
    }
}
