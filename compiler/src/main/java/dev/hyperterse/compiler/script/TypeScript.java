package dev.hyperterse.compiler.script;

import com.caoccao.javet.swc4j.Swc4j;
import com.caoccao.javet.swc4j.enums.Swc4jMediaType;
import com.caoccao.javet.swc4j.enums.Swc4jParseMode;
import com.caoccao.javet.swc4j.enums.Swc4jSourceMapOption;
import com.caoccao.javet.swc4j.exceptions.Swc4jCoreException;
import com.caoccao.javet.swc4j.options.Swc4jTranspileOptions;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Makes JavaScript of TypeScript; types are dropped, not checked. Calls native code. */
final class TypeScript {
    private static final String SPECIFIER = "file:///";
    private static final Pattern PLACE = Pattern.compile("^(.*?) at file:///(?:\\S*?):(\\d+):(\\d+)$");

    private Optional<Swc4j> compiler = Optional.empty();

    /** A file that could not be compiled. */
    static final class Rejected extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Finding finding;

        Rejected(Finding finding) {
            super(finding.message(), null, false, false);
            this.finding = finding;
        }

        Finding finding() {
            return finding;
        }
    }

    ScriptModule compile(String file, String text) throws Rejected {
        try {
            if (compiler.isEmpty()) {
                compiler = Optional.of(new Swc4j());
            }
            var output = compiler.get()
                    .transpile(
                            text,
                            new Swc4jTranspileOptions()
                                    .setSpecifier(URI.create(SPECIFIER + file).toURL())
                                    .setMediaType(Swc4jMediaType.TypeScript)
                                    .setParseMode(Swc4jParseMode.Module)
                                    .setSourceMap(Swc4jSourceMapOption.Separate)
                                    .setInlineSources(false));
            var mappings = JsonMapper.shared()
                    .readTree(output.getSourceMap())
                    .path("mappings")
                    .asString("");
            return new ScriptModule(file, output.getCode(), Optional.of(mappings));
        } catch (Swc4jCoreException rejected) {
            throw new Rejected(finding(file, rejected.getMessage()));
        } catch (LinkageError | RuntimeException | java.net.MalformedURLException missing) {
            throw new Rejected(new Finding(
                    file,
                    0,
                    0,
                    "TypeScript cannot be compiled on %s %s; write JavaScript"
                            .formatted(System.getProperty("os.name"), System.getProperty("os.arch"))));
        }
    }

    /** The first line of the message has the place; the others quote the text. */
    private static Finding finding(String file, String message) {
        var place = PLACE.matcher(message.lines().findFirst().orElse(""));
        return place.matches()
                ? new Finding(file, Integer.parseInt(place.group(2)), Integer.parseInt(place.group(3)), place.group(1))
                : new Finding(file, 0, 0, message.lines().findFirst().orElse("it does not compile"));
    }
}
