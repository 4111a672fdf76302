package dev.hyperterse.calls.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages for authors match the code. */
class InputsPageTest {
    private static final Pattern FORMATS = Pattern.compile("(?m)^\\* `format` is checked for (.*);");
    private static final Pattern FORMAT = Pattern.compile("[a-z0-9-]+(?=`)");

    @Test
    void pageNamesTheCheckedFormats() throws IOException {
        var sentence = FORMATS.matcher(Files.readString(Path.of("../docs/guide/tool.md")));
        assertThat(sentence.find()).isTrue();
        assertThat(FORMAT.matcher(sentence.group(1)).results().map(MatchResult::group))
                .containsExactlyInAnyOrderElementsOf(TextFormat.all().keySet());
    }

    @Test
    void pageNamesTheLimitsOfListsAndDocuments() throws IOException {
        assertThat(Files.readString(Path.of("../docs/statements.md")))
                .contains(String.format(
                        Locale.ROOT,
                        "A list has at most %,d items, none of them null. Arguments are nested at most %d levels deep",
                        Coercion.MAX_ITEMS,
                        JsonText.DEEPEST));
    }
}
