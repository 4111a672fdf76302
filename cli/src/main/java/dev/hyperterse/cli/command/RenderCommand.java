package dev.hyperterse.cli.command;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.command.option.PlatformOption;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.runtime.source.RenderedCatalog;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code hyperterse render}: the compiled form. Values of env and secrets are never printed, only their names. */
record RenderCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "render",
                        "Print the catalog that a directory compiles to, as JSON; secrets only by name.",
                        "hyperterse render examples/quickstart",
                        "hyperterse render examples/quickstart --to catalog   # for a replica without a cluster")
                .addPositional(Specs.directory())
                .addOption(Specs.server())
                .addOption(PlatformOption.spec())
                .addOption(
                        Specs.option("write it to this folder in the wire format, with its values", "FOLDER", "--to"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var compilation = new Project(
                        Path.of(arguments.matchedPositionalValue(0, ".")),
                        Specs.server(arguments),
                        "rendered",
                        PlatformOption.read(arguments))
                .compile();
        terminal.err().print(CallTarget.diagnostics(terminal).render(compilation.diagnostics()));
        return switch (compilation) {
            case Compilation.Nothing nothing -> throw new CommandFailure(ExitCode.PROBLEMS, nothing.explanation());
            case Compilation.Compiled compiled -> {
                write(compiled.catalog(), Specs.given(arguments, "--to"));
                yield compiled.hasErrors() ? ExitCode.PROBLEMS : ExitCode.OK;
            }
        };
    }

    private void write(Catalog catalog, Optional<String> folder) {
        if (folder.isPresent()) {
            new RenderedCatalog(Path.of(folder.get())).write(catalog);
            return;
        }
        var codec = new CatalogCodec();
        var rendered = JsonNodeFactory.instance.objectNode();
        rendered.set("server", codec.tree(catalog.server()));
        rendered.set("leaves", codec.tree(catalog.leaves()));
        rendered.set("values", codec.tree(catalog.values().entries().keySet()));
        terminal.printJson(ExactJson.pretty(rendered));
    }
}
