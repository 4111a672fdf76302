package dev.hyperterse.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The modules of the page that know no document, run outside of a browser: each export of {@code checks.js} is a test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleModulesTest {
    private static final Path CHECKS = Path.of("src/test/resources/dev/hyperterse/cli/console/checks.js");

    private final Context context = Context.newBuilder("js")
            .allowIO(IOAccess.ALL)
            .option("js.esm-eval-returns-exports", "true")
            // Browsers have JSON.rawJSON.
            .option("js.ecmascript-version", "staging")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    @AfterAll
    void close() {
        context.close();
    }

    @TestFactory
    Stream<DynamicTest> checks() throws IOException {
        var module = Source.newBuilder("js", CHECKS.toAbsolutePath().toFile())
                .mimeType("application/javascript+module")
                .build();
        var checks = context.eval(module);
        return checks.getMemberKeys().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> run(checks.getMember(name))));
    }

    /** A check that waits has ended when it returns: nothing that it waits for takes time. */
    private static void run(Value check) {
        var failed = new AtomicReference<Object>("the check has not ended");
        var result = check.execute();
        if (result.canInvokeMember("then")) {
            result.invokeMember("then", (ProxyExecutable) _ -> set(failed, null), (ProxyExecutable)
                    reason -> set(failed, reason[0]));
            assertThat(failed.get()).isNull();
        }
    }

    private static Object set(AtomicReference<Object> failed, Object value) {
        failed.set(value);
        return value;
    }
}
