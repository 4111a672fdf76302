package dev.hyperterse.runtime.mcp.modern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.ServedVersions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerFramesTest {
    private static final Principal AT_SALES = Principal.ANONYMOUS.at(Optional.of("sales"));

    private final LiveCatalogs catalogs = FakeLinker.catalogs(new FakeLinker());
    private final ServerFrames frames = new ServerFrames(new ServedVersions(List.of("2026-07-28")));

    @Test
    void framesOfEachUrlAreMadeOncePerCatalog() {
        var first = swapped(1);
        var atSales = first.atUrlOf(AT_SALES);
        var ofServer = frames.of(first, Principal.ANONYMOUS);
        var ofSales = frames.of(atSales, AT_SALES);

        assertThat(frames.of(first, Principal.ANONYMOUS)).isSameAs(ofServer);
        assertThat(frames.of(atSales, AT_SALES)).isSameAs(ofSales);
        assertThat(frames.of(swapped(2).atUrlOf(AT_SALES), AT_SALES)).isNotSameAs(ofSales);
    }

    private LiveCatalog swapped(long sequence) {
        var sales = new Toolset("sales", Optional.empty(), Optional.empty(), List.of(), Toolset.Metadata.Published);
        var catalog = Servers.searching().catalog(sequence);
        catalogs.swap(new Catalog(
                catalog.revision(),
                catalog.server().with(draft -> draft.toolsets = List.of(sales)),
                catalog.leaves(),
                catalog.values()));
        return catalogs.current().orElseThrow();
    }
}
