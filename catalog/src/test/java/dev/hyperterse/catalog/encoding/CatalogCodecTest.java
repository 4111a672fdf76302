package dev.hyperterse.catalog.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.catalog.CatalogException;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.Samples;
import dev.hyperterse.catalog.server.StatementComments;
import dev.hyperterse.catalog.server.TraceExport;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogCodecTest {
    private final CatalogCodec codec = new CatalogCodec();
    private final SlotPacking packing = new SlotPacking();

    @ParameterizedTest
    @MethodSource("dev.hyperterse.catalog.Samples#oneOfEverything")
    void aLeafSurvivesTheRoundTrip(Leaf leaf) {
        assertThat(throughASlot(leaf)).containsExactly(new DecodedLeaf.Served(leaf));
    }

    @Test
    void anIndexSurvivesTheRoundTrip() {
        var index = new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 12, "abc"),
                Samples.server(),
                List.of(new CatalogIndex.Part(new Slot(3), "def", 100)),
                Optional.of("set-1"),
                Optional.of("e1.11"));
        assertThat(codec.decodeIndex(codec.encode(index))).isEqualTo(index);
    }

    @Test
    void anIndexThatNamesASlotTwiceIsRefused() {
        var slot = new Slot(3);
        var edited = new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 12, "abc"),
                Samples.server(),
                List.of(new CatalogIndex.Part(slot, "def", 100), new CatalogIndex.Part(slot, "fed", 100)),
                Optional.empty(),
                Optional.empty());
        var json = codec.encode(edited);

        assertThatThrownBy(() -> codec.decodeIndex(json))
                .isInstanceOf(CatalogException.class)
                .hasMessage("the index names slot 03 more than once");
    }

    @Test
    void anIndexWithoutALanguageIsInEnglish() {
        var index = new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 1, "abc"),
                Samples.server(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        var earlier = new String(codec.encode(index), StandardCharsets.UTF_8).replace(",\"language\":\"English\"", "");
        assertThat(earlier).doesNotContain("language");
        assertThat(codec.decodeIndex(earlier.getBytes(StandardCharsets.UTF_8))).isEqualTo(index);
    }

    @Test
    void statementsThatNameTracesSayToolAndAFlagBesideIt() {
        var traces = new TraceExport("http://collector:4317", TraceExport.Protocol.Grpc, 0.01, Set.of(), true);
        var index = new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 1, "abc"),
                Samples.server().with(draft -> {
                    draft.traces = Optional.of(traces);
                    draft.statementComments = Optional.of(StatementComments.Tool);
                    draft.toolMetrics = true;
                }),
                List.of(),
                Optional.empty(),
                Optional.empty());

        var json = new String(codec.encode(index), StandardCharsets.UTF_8);

        assertThat(json).contains("\"statements\":true", "\"statementComments\":\"Tool\"", "\"toolMetrics\":true");
        assertThat(codec.decodeIndex(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(index);
        var earlier = json.replace(",\"statements\":true", "");
        assertThat(earlier).isNotEqualTo(json);
        assertThat(codec.decodeIndex(earlier.getBytes(StandardCharsets.UTF_8))
                        .server()
                        .traces()
                        .orElseThrow()
                        .statements())
                .isFalse();
    }

    @Test
    void aPluginWithoutAuthorizationServersIsWrittenAndReadAsBeforeThereWereAny() {
        var plain = new AuthPlugin.Script(
                "opaque",
                List.of("authorization"),
                ValueKey.auth("opaque", "code"),
                Collections.emptySortedMap(),
                List.of(),
                List.of());
        var announcing = new AuthPlugin.Script(
                plain.name(),
                plain.headers(),
                plain.code(),
                plain.environment(),
                plain.fetch(),
                List.of("https://login.example.com"));
        var earlier = new String(codec.encode(indexOf(plain)), StandardCharsets.UTF_8);
        var json = new String(codec.encode(indexOf(announcing)), StandardCharsets.UTF_8);

        assertThat(json.replace(",\"authorizationServers\":[\"https://login.example.com\"]", ""))
                .isEqualTo(earlier);
        assertThat(codec.decodeIndex(earlier.getBytes(StandardCharsets.UTF_8))).isEqualTo(indexOf(plain));
        assertThat(codec.decodeIndex(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(indexOf(announcing));
    }

    private static CatalogIndex indexOf(AuthPlugin plugin) {
        var auth = new AuthSettings(
                AuthSettings.Mode.Required, List.of(plugin), Optional.of("https://shop/mcp"), Optional.empty());
        return new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", 1, "abc"),
                Samples.server().with(draft -> draft.auth = auth),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void equalRecordsGiveEqualBytes() {
        assertThat(json(Samples.tool("a"))).isEqualTo(json(Samples.tool("a")));
        assertThat(new String(json(Samples.tool("a")), StandardCharsets.UTF_8))
                .as("a schema keeps its author's order and digits")
                .contains("{\"b\":{},\"a\":{\"default\":1.50}}");
    }

    @Test
    void anotherFormatIsRefused() {
        var tooNew = ("{\"format\":" + (CatalogCodec.FORMAT + 1) + ",\"leaves\":[]}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> codec.decodeSlot(tooNew, new Slot(7)))
                .isInstanceOf(CatalogException.class)
                .hasMessageContaining("slot 07")
                .hasMessageContaining("format 2")
                .hasMessageContaining("reads 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"format\":\"x\"}",
                "{\"format\":1,\"leaves\":[{}]}",
                "{\"format\":1,\"leaves\":[null]}",
                "{\"format\":1,\"leaves\":[]}]",
                "{\"format\":1"
            })
    void malformedSlotIsRefusedAsAWhole(String content) {
        assertThatThrownBy(() -> codec.decodeSlot(content.getBytes(StandardCharsets.UTF_8), new Slot(0)))
                .isInstanceOf(CatalogException.class);
    }

    @Test
    void theDigestOfACatalogIgnoresCompressedSizes() {
        var small = List.of(new CatalogIndex.Part(new Slot(3), "def", 100));
        var large = List.of(new CatalogIndex.Part(new Slot(3), "def", 101));
        var other = List.of(new CatalogIndex.Part(new Slot(3), "eef", 100));
        var digest = CatalogDigest.of(Samples.server(), small, Optional.of("set-1"));
        assertThat(CatalogDigest.of(Samples.server(), large, Optional.of("set-1")))
                .isEqualTo(digest);
        assertThat(CatalogDigest.of(Samples.server(), other, Optional.of("set-1")))
                .isNotEqualTo(digest);
        assertThat(CatalogDigest.of(Samples.server(), small, Optional.of("set-2")))
                .isNotEqualTo(digest);
    }

    private List<DecodedLeaf> throughASlot(Leaf leaf) {
        var slot = packing.pack(new Slot(0), List.of(codec.encode(leaf))).slot();
        return codec.decodeSlot(EncodedSlot.open(slot.part(), slot.compressed()), new Slot(0));
    }

    private byte[] json(Leaf leaf) {
        return codec.encode(leaf).json();
    }
}
