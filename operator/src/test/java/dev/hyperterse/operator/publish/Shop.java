package dev.hyperterse.operator.publish;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.encoding.EncodedLeaf;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A small server whose prompts say which version they are of. */
final class Shop {
    static final ServerIdentity SERVER = new ServerIdentity("gateways", "shop", "uid-1", 1);

    private Shop() {}

    /** Prompts by name with their description, and one secret value. */
    static CatalogContent desired(Map<String, String> prompts, String password) {
        return desired(SERVER, prompts, password);
    }

    static CatalogContent desired(ServerIdentity server, Map<String, String> prompts, String password) {
        var codec = new CatalogCodec();
        var bySlot = new TreeMap<Slot, List<EncodedLeaf>>();
        prompts.forEach((name, description) -> {
            var leaf = prompt(name, description);
            bySlot.computeIfAbsent(Slot.of(leaf.identity()), slot -> new ArrayList<>())
                    .add(codec.encode(leaf));
        });
        var packing = new SlotPacking();
        var slots = new ArrayList<EncodedSlot>();
        bySlot.forEach((slot, leaves) -> slots.add(packing.pack(slot, leaves).slot()));
        return new CatalogContent(settings(server), slots, Map.of(ValueKey.adapter("db", "password"), password));
    }

    static BootingReplica served(Map<String, String> prompts, String password) {
        return new BootingReplica(prompts, Map.of("adapters/db/password", password));
    }

    private static PromptLeaf prompt(String name, String description) {
        return new PromptLeaf(
                new LeafIdentity(LeafKind.Prompt, "shop", name, "uid-" + name, 1),
                name,
                Optional.empty(),
                Optional.of(description),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ServerSettings settings(ServerIdentity server) {
        return new ServerSettings(
                server,
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
