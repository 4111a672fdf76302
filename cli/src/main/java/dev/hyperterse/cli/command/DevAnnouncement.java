package dev.hyperterse.cli.command;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.cli.print.Counted;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.compiler.server.setting.EndpointPath;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The lines of {@code dev} once clients can connect: the address, and commands that work there. */
record DevAnnouncement(Terminal terminal, Path directory) {
    void print(Catalog catalog, int port, Optional<Integer> adminPort) {
        var url = "http://localhost:" + port
                + EndpointPath.of(catalog.server().http().segments());
        var program = terminal.program();
        var target = Terminal.inShell(url);
        var err = terminal.err();
        err.printf(
                "ready%s: %s serves %s at %s%n",
                sinceLaunch(), catalog.server().identity().name(), contents(catalog), url);
        err.printf("  look      http://localhost:%d/ in a browser%n", port);
        catalog.server()
                .toolsets()
                .forEach(toolset -> err.printf(
                        "  toolset   %s/%s has %s%n",
                        url,
                        toolset.name(),
                        Counted.of(toolset.tools(catalog.leaves()).size(), "tool")));
        adminPort.ifPresent(admin -> err.printf("  admin     http://localhost:%d/metrics%n", admin));
        err.printf("  list      %s list %s%n", program, target);
        var exposure = catalog.server().exposure();
        if (exposure == Exposure.Search || exposure == Exposure.SearchAndDirect) {
            searchExample(catalog)
                    .ifPresent(query ->
                            err.printf("  find      %s search %s %s%n", program, target, Terminal.inShell(query)));
        }
        callExample(catalog)
                .ifPresent(tool -> err.printf("  call      %s call %s %s%n", program, target, Terminal.inShell(tool)));
        err.printf("  edit      what you save in %s is live at once; Ctrl-C stops%n", directory);
        err.flush();
    }

    private static String contents(Catalog catalog) {
        var tools = 0;
        var prompts = 0;
        var resources = 0;
        for (var leaf : catalog.leaves()) {
            switch (leaf) {
                case ToolLeaf _ -> tools++;
                case PromptLeaf _ -> prompts++;
                case ResourceLeaf _ -> resources++;
            }
        }
        return Counted.of(tools, "tool") + ", " + Counted.of(prompts, "prompt") + " and "
                + Counted.of(resources, "resource");
    }

    private static Optional<String> searchExample(Catalog catalog) {
        return tools(catalog)
                .map(tool -> tool.title().orElse(tool.name()).toLowerCase(Locale.ROOT))
                .findFirst();
    }

    /** A tool that can be called as it is. */
    private static Optional<String> callExample(Catalog catalog) {
        return tools(catalog)
                .filter(tool -> tool.inputSchema().path("required").isEmpty())
                .map(ToolLeaf::name)
                .findFirst();
    }

    private static Stream<ToolLeaf> tools(Catalog catalog) {
        return catalog.leaves().stream().filter(ToolLeaf.class::isInstance).map(ToolLeaf.class::cast);
    }

    /** Measured from the launcher where it passes its start time; the start time of the process is too coarse. */
    private static String sinceLaunch() {
        return Optional.ofNullable(Long.getLong("hyperterse.launched"))
                .map(micros -> " in " + (System.currentTimeMillis() - micros / 1_000) + " ms")
                .orElse("");
    }
}
