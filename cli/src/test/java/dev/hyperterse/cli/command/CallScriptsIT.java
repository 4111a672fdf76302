package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What {@code call} and {@code dev} show the author of a script, and a client does not get. */
@Timeout(180)
class CallScriptsIT {
    private static final String MANIFESTS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              exposure: SearchAndDirect
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: add-vat}
            spec:
              serverRefs: [{name: shop}]
              description: A price with value-added tax
              inputs: [{name: price, type: float}]
              script:
                source: {configMapKeyRef: {name: files, key: vat.ts}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: files, labels: {hyperterse.dev/readable: "true"}}
            data:
              vat.ts: |
                import { check } from './rules.ts';

                interface Payload {
                  inputs: { price: number };
                }

                export default ({ inputs }: Payload) => {
                  console.log('price', inputs);
                  check(inputs.price);
                  return { withTax: inputs.price * 2 };
                };
              rules.ts: |
                enum Most {
                  Price = 5,
                }

                export function check(price: number): void {
                  if (price > Most.Price) {
                    throw new RangeError(`not ${price}`);
                  }
                }
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("shop"));
        Files.writeString(folder.resolve("shop").resolve("shop.yaml"), MANIFESTS);
    }

    @Test
    void outputOfAScriptIsShownBesideItsResult() {
        assertThat(call("price=3", "--output", "json")).isZero();
        assertThat(err()).contains("tool add-vat (vat.ts:8:11): price {\"price\":3}");
        var result = JsonMapper.shared().readTree(out.toByteArray());
        assertThat(result.path("content").path(0).path("text").asString("")).isEqualTo("[{\"withTax\":6}]");
    }

    @Test
    void aFailureIsShownInTheLinesOfItsAuthor() {
        assertThat(call("price=8")).isEqualTo(1);
        assertThat(err().replaceAll("[\\n ]+", " "))
                .contains(
                        "tool add-vat failed: RangeError: not 8 at check (rules.ts:7:11) at default (vat.ts:9:3) not 8");
        assertThat(out.size()).isZero();
    }

    @Test
    void devShowsItsUserWhatClientsDoNotGet() {
        try (var shop = Quickstart.serve(folder.resolve("shop"), folder.resolve("cache"))) {
            assertThat(call(shop.url().toString(), "price=8", "--output", "json"))
                    .isEqualTo(1);
            assertThat(shop.told())
                    .contains("tool add-vat (vat.ts:8:11): price {\"price\":8}", "at check (rules.ts:7:11)");
            assertThat(out + err()).contains("not 8").doesNotContain("rules", "vat.ts", "RangeError");
        }
    }

    private int call(String... arguments) {
        var whom = arguments[0].startsWith("http") ? "" : folder.resolve("shop") + " ";
        var words = (whom + String.join(" ", arguments)).replaceFirst(" ", " add-vat ");
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        return CommandTree.of(terminal).execute(("call " + words).split(" "));
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
