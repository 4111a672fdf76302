package dev.hyperterse.scripts.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.RunningScripts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that the author of a script sees, and its caller does not. */
@ParameterizedClass
@EnumSource
class ScriptOutputTest {
    private static final Pattern COLUMN = Pattern.compile("((?:main|rate)\\.js:[0-9]+):[0-9]+");

    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final ScriptIsolation engine;
    private final RunningScripts scripts;

    ScriptOutputTest(ScriptIsolation engine) {
        this.engine = engine;
        this.scripts = new RunningScripts(engine, RunningScripts.small(engine), NameService.SYSTEM, new Shown());
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @Test
    void consoleLineHasThePositionOfItsCall() {
        scripts.run("""
                export default async () => {
                  console.log('first');
                  await null;
                    console.warn('second', { a: 1 });
                  [1].forEach(() => console.error('third'));
                };
                """, "{}");
        assertShown("log main.js:2:11 first", "warn main.js:4:13 second {\"a\":1}", "error main.js:5:29 third");
    }

    @Test
    void lineOfAnImportedFileHasItsPosition() {
        scripts.run(
                scripts.link(Map.of(
                        "main.js", "import { rate } from './rate.js'; export default () => rate();",
                        "rate.js", "export const rate = () => {\n  console.info('here');\n};")),
                "{}");
        assertShown("info rate.js:2:11 here");
    }

    @Test
    void linesOfTheConsoleStayLines() {
        scripts.run("export default () => console.log('one\\n  two');", "{}");
        assertShown("log main.js:1:30 one\n  two");
    }

    /** The text looks like a position in a file. */
    @ParameterizedTest
    @ValueSource(strings = {"12:05:07", "a:99999999999:1", "other.js:01:02", "./main.txt:1:1"})
    void textLikeAPositionIsShownUnchanged(String text) {
        var result = scripts.run(
                "export default ({ inputs }) => console.log(inputs.text);", "{\"text\":\"%s\"}".formatted(text));
        assertThat(result).isEqualTo("[]");
        assertShown("log main.js:1:40 " + text);
    }

    @Test
    void messageLikeAPositionIsKept() {
        assertThat(scripts.run("export default () => { throw new Error('a:99999999999:1'); };", "{}"))
                .isEqualTo("execution: a:99999999999:1");
    }

    @Test
    void failureIsShownWithItsStackAndCallersGetTheMessage() {
        var result = scripts.run("""
                export default () => check(7);
                function check(price) {
                  throw new RangeError('too much: ' + price);
                }
                """, "{}");
        assertThat(result).isEqualTo("execution: too much: 7");
        assertShown(
                "failed too much: 7 RangeError: too much: 7\n    at check (main.js:3:9)\n    at default (main.js:1:22)");
    }

    @Test
    void causeOfAFailureIsShown() {
        scripts.run("""
                export default () => {
                  throw new Error('no price', { cause: new TypeError('no number') });
                };
                """, "{}");
        assertShown("failed no price Error: no price\n    at default (main.js:2:9)"
                + "\nCaused by: TypeError: no number\n    at default (main.js:2:40)");
    }

    @Test
    void thrownTextHasNoStack() {
        assertThat(scripts.run("export default () => { throw 'no'; };", "{}")).isEqualTo("execution: no");
        assertShown("failed no ");
    }

    @Test
    void lastLineOfARunReportsOmittedLines() {
        scripts.run("export default () => { for (let at = 1; at <= 300; at++) console.log(at); };", "{}");
        assertThat(shown).hasSize(201).element(199).isEqualTo(inEngine("log main.js:1:66 200"));
        assertThat(shown.getLast()).isEqualTo("warn  a run prints at most 200 lines; the others are left out");
    }

    /** Without a stack there is no place; the line is printed all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error.stackTraceLimit = 0",
                "Error.prepareStackTrace = () => 7",
                "Error.prototype.toString = null"
            })
    void modifiedErrorsLoseNoLine(String tampering) {
        assertThat(scripts.run(
                        "export default () => { try { %s } catch {} console.log('shown'); };".formatted(tampering),
                        "{}"))
                .isEqualTo("[]");
        assertThat(shown).singleElement().asString().startsWith("log ").endsWith(" shown");
    }

    private void assertShown(String... expected) {
        assertThat(shown)
                .containsExactly(Arrays.stream(expected).map(this::inEngine).toArray(String[]::new));
    }

    /** QuickJS counts columns otherwise: of a call it has the place of the name or the parenthesis. Lines are the same. */
    private String inEngine(String text) {
        return engine == ScriptIsolation.Isolated ? COLUMN.matcher(text).replaceAll("$1") : text;
    }

    private final class Shown implements ScriptOutput {
        @Override
        public void printed(ScriptOwner owner, String level, Optional<String> place, String text) {
            shown.add(inEngine("%s %s %s".formatted(level, place.orElse(""), text)));
        }

        @Override
        public void failed(ScriptOwner owner, String message, String stack) {
            shown.add(inEngine("failed %s %s".formatted(message, stack)));
        }
    }
}
