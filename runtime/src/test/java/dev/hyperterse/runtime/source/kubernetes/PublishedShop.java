package dev.hyperterse.runtime.source.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.CatalogIndex;
import dev.hyperterse.catalog.encoding.CatalogNames;
import dev.hyperterse.catalog.encoding.EncodedSlot;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.catalog.encoding.SlotPacking;
import dev.hyperterse.catalog.server.ExecuteErrors;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.catalog.server.Limits;
import dev.hyperterse.catalog.server.LogLevel;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerInfo;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSetCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Publishes a server with two prompts, {@code a} and {@code b}, the way the operator lays it out. */
final class PublishedShop {
    static final CatalogObjects OBJECTS = new CatalogObjects("gateways", new CatalogNames("shop"));
    private final CatalogCodec codec = new CatalogCodec();
    private final FakeApiServer api;
    private CatalogIndex committed;

    PublishedShop(FakeApiServer api) {
        this.api = api;
    }

    /** Parts first, the index last. */
    void publish(long sequence, String descriptionOfA, String password) {
        var parts = List.of(store("a", descriptionOfA), store("b", "never changes"));
        storeValues("set-" + password, password);
        commit(sequence, parts, "set-" + password);
    }

    CatalogIndex.Part store(String prompt, String description) {
        var slot = pack(prompt, description);
        api.putConfigMap(OBJECTS.slot(slot.slot()), Map.of(slot.sha256(), slot.compressed()));
        return slot.part();
    }

    /** As an operator of a newer version stores it: with a field that this build does not know. */
    CatalogIndex.Part storeNewer(String prompt) {
        var known = pack(prompt, "has a field of a newer version");
        var json = newer(EncodedSlot.open(known.part(), known.compressed()), "description");
        var slot = new EncodedSlot(known.slot(), Digest.of(json), gzip(json));
        api.putConfigMap(OBJECTS.slot(slot.slot()), Map.of(slot.sha256(), slot.compressed()));
        return slot.part();
    }

    /** The index as an operator of a newer version writes it: with a limit that this build does not know. */
    void commitNewerSettings(long sequence) {
        var settings = committed.server();
        var index = new CatalogIndex(
                committed.format(),
                new Revision("e1", sequence, "sha-" + sequence),
                settings.with(draft -> draft.exposure = Exposure.Direct),
                committed.parts(),
                committed.valueSet(),
                Optional.empty());
        api.putConfigMap(
                OBJECTS.index(), Map.of(CatalogNames.INDEX_ENTRY, newer(codec.encode(index), "maxRequestSize")));
    }

    private static byte[] newer(byte[] json, String sibling) {
        var member = "\"" + sibling + "\":";
        var known = new String(json, StandardCharsets.UTF_8);
        assertThat(known).containsOnlyOnce(member);
        return known.replace(member, "\"later\":true," + member).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    EncodedSlot pack(String prompt, String description) {
        var leaf = new PromptLeaf(
                new LeafIdentity(LeafKind.Prompt, "shop", prompt, "uid-" + prompt, 1),
                prompt,
                Optional.empty(),
                Optional.of(description),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new SlotPacking()
                .pack(Slot.of(leaf.identity()), List.of(codec.encode(leaf)))
                .slot();
    }

    void storeValues(String id, String password) {
        var entries = Map.of(ValueKey.adapter("db", "password"), password);
        api.putSecret(OBJECTS.values(), Map.of(id, ValueSetCodec.encode(entries)));
    }

    void commit(long sequence, List<CatalogIndex.Part> parts, String valueSet) {
        put(new CatalogIndex(
                CatalogCodec.FORMAT,
                new Revision("e1", sequence, "sha-" + sequence),
                settings(),
                parts,
                Optional.of(valueSet),
                Optional.empty()));
    }

    /** The index committed last. */
    CatalogIndex index() {
        return committed;
    }

    /** Says in the index that every replica serves that position. */
    void converged(String position) {
        put(new CatalogIndex(
                committed.format(),
                committed.revision(),
                committed.server(),
                committed.parts(),
                committed.valueSet(),
                Optional.of(position)));
    }

    void put(CatalogIndex index) {
        committed = index;
        api.putConfigMap(OBJECTS.index(), Map.of(CatalogNames.INDEX_ENTRY, codec.encode(index)));
    }

    private static ServerSettings settings() {
        return new ServerSettings(
                new ServerIdentity("gateways", "shop", "uid-1", 1),
                new ServerInfo(
                        "shop",
                        Optional.empty(),
                        Optional.empty(),
                        "1.0.0",
                        Optional.empty(),
                        Optional.empty(),
                        List.of()),
                Exposure.Search,
                ExecuteErrors.ToolResult,
                List.of(),
                AuthSettings.of(AuthSettings.Mode.Anonymous),
                new SearchSettings(10, true, SearchLanguage.English, List.of(), Optional.empty()),
                new Limits(1 << 20, 4 << 20, 128 << 20, 30_000, 256, 12_000),
                new Sessions(86_400_000, 1_800_000),
                new Http(List.of("*"), List.of()),
                LogLevel.Info,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false);
    }
}
