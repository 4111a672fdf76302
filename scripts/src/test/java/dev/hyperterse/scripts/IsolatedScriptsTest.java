package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Additional promises for isolated scripts. */
class IsolatedScriptsTest {
    private static final RunningScripts SCRIPTS = new RunningScripts(ScriptIsolation.Isolated);

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    @Test
    void memoryOfAnIsolatedScriptIsLimited() {
        assertThat(SCRIPTS.run("""
                export default () => {
                  const kept = [];
                  try {
                    for (;;) kept.push(new Uint8Array(1 << 20));
                  } catch (e) {
                    return [kept.length < 32, e.message];
                  }
                }
                """, "{}")).isEqualTo("[{\"value\":true},{\"value\":\"out of memory\"}]");
    }

    @Test
    void runsDoNotShareMemory() {
        var fills = SCRIPTS.link("export default () => new Uint8Array(20 << 20).length");
        for (var run = 0; run < 10; run++) {
            assertThat(SCRIPTS.run(fills, "{}")).isEqualTo("[{\"value\":20971520}]");
        }
    }

    @Test
    void runsHaveTheirOwnRandomNumbers() {
        var script = SCRIPTS.link("export default () => Math.random()");
        assertThat(SCRIPTS.run(script, "{}")).isNotEqualTo(SCRIPTS.run(script, "{}"));
    }

    @Test
    void topLevelOfModulesRunsInEachRun() {
        var script = SCRIPTS.link(Map.of(
                "main.js",
                        "import {begun} from './clock.js'; export default (_, ctx) => begun <= Date.now() && begun > ctx.now - 60000",
                "clock.js", "export const begun = Date.now()"));
        assertThat(SCRIPTS.run(script, "{}")).isEqualTo("[{\"value\":true}]");
    }

    @Test
    void moduleCannotAwaitAtItsTopLevel() {
        assertThat(SCRIPTS.run("await new Promise(() => {}); export default () => 1", "{}"))
                .isEqualTo("execution: a script cannot wait at the top level of a module");
    }

    @Test
    void stackContainsOnlyFilesOfTheAuthor() {
        assertThat(SCRIPTS.run("""
                export default () => {
                  try { structuredClone(() => 1) } catch (e) { return e.stack }
                }
                """, "{}")).contains("main.js:2:").doesNotContain("clone.js", "hyperterse:");
    }
}
