package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.host.SentProgram;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Greedy programs: each ends at a limit that its error names, and the next one is unaffected. */
class HostileProgramsTest {
    private static final RunningScripts SCRIPTS = new RunningScripts(ScriptIsolation.Isolated);
    private static final LinkedScript PROGRAMS = SCRIPTS.link(Kind.PROGRAM, Map.of("main.js", ""));

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    private static String run(String program) {
        return SCRIPTS.run(PROGRAMS, JsonMapper.shared().writeValueAsString(Map.of(SentProgram.INPUT, program)));
    }

    @AfterEach
    void nextProgramRuns() {
        assertThat(run("return 6 * 7")).contains("\"text\":\"42\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (;;);",
                "for (;;) await null",
                "}); for (;;); (() => {",
                "return {toJSON() { for (;;); }}",
                "setTimeout(function again() { for (;;); }, 0); return new Promise(() => {})",
                "return /(a+)+$/.test('a'.repeat(60) + 'b')"
            })
    void endlessLoopIsEnded(String program) {
        assertThat(run(program)).isEqualTo("execution: the script ran for more than 500 ms (scripts.cpuTime)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20))",
                "let text = 'xxxxxxxx'; for (;;) text += text",
                "return 'x'.repeat(2 ** 29)",
                "const kept = []; for (;;) kept.push(new Array(100000).fill({}))"
            })
    void memoryIsLimited(String program) {
        assertThat(run(program)).matches("execution: (out of memory|the script ran|string too long).*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return (function deeper() { return deeper() + 1 })()",
                "const ring = {}; ring.ring = ring; return ring",
                "return eval('1')",
                "return new Function('return 1')()",
                "return (() => {}).constructor('return 1')()",
                "return import('/etc/passwd')",
                "return import('std')",
                "return fetch('http://localhost/')",
                "return require('fs')",
                "for (let id = 0;; id++) setTimeout(() => 1, 1000)",
                "return 1n",
                "return Java.type('java.lang.System')"
            })
    void forbiddenOperationFails(String program) {
        assertThat(run(program)).startsWith("execution: ").doesNotContain("java.", "hyperterse:");
    }

    @Test
    void programsLeaveNothingToEachOther() {
        assertThat(run("globalThis.kept = 1; Array.prototype.kept = 1; tools.kept = 1; return 1"))
                .startsWith("execution: ");
        assertThat(run("return [typeof kept, typeof [].kept]")).contains("[\\\"undefined\\\",\\\"undefined\\\"]");
    }
}
