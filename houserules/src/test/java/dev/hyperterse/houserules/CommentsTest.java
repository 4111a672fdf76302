package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A comment begins with its subject: a reader who meets "What" or "Who" first has to guess it. */
class CommentsTest {
    private static final Pattern WITHOUT_SUBJECT = Pattern.compile(
            "(?:/\\*\\* |// |@return |@param \\S+ )(?:What|Who|Whose|Whoever|Of what|With what|Of those|So many)\\b[^?]*$");

    @Test
    void everyCommentBeginsWithItsSubject() throws IOException {
        var found = new TreeSet<String>();
        for (var file : SourceTree.javaFiles()) {
            var name = SourceTree.display(file);
            if (name.contains("/src/main/")) {
                Files.readAllLines(file).stream()
                        .filter(CommentsTest::hasNoSubject)
                        .forEach(line -> found.add(name + ": " + line.strip()));
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "    /** What becomes of it. */",
                "// Who asks is known.",
                "     * @return what it is, and no more: /** With what it answers",
                "    /** Of those that were read, the last. */"
            })
    void aViolationWouldBeFound(String line) {
        assertThat(hasNoSubject(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "    /** The end of the call. */",
                "    /** Somebody who asks. */",
                "    // A value that callers see; what it hides is said below.",
                "    var text = \"What is it\";"
            })
    void otherLinesPass(String line) {
        assertThat(hasNoSubject(line)).isFalse();
    }

    private static boolean hasNoSubject(String line) {
        return WITHOUT_SUBJECT.matcher(line).find();
    }
}
