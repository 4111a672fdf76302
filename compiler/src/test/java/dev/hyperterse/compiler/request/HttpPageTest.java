package dev.hyperterse.compiler.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HttpPageTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "rules-of-statements.md");

    @Test
    void everyRuleIsOnThePage() throws IOException {
        var page = Files.readString(PAGE);
        assertThat(Arrays.asList(RequestRule.values()))
                .allSatisfy(rule -> assertThat(page).contains("`" + rule.identifier() + "`"));
    }
}
