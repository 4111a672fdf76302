package dev.hyperterse.cli.command;

import dev.hyperterse.cli.command.option.PrintFormat;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.BuildVersion;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code hyperterse version}. */
record VersionCommand(Terminal terminal) implements Subcommand {
    @Override
    public CommandSpec spec() {
        return Specs.command(this, "version", "Print the version.", "hyperterse version --output json")
                .addOption(Specs.output("text", "json"));
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var version = BuildVersion.read();
        switch (PrintFormat.of(arguments)) {
            case TEXT -> terminal.out().println(version.display());
            case JSON ->
                terminal.out()
                        .println(JsonMapper.shared()
                                .createObjectNode()
                                .put("version", version.version())
                                .put("java", Runtime.version().toString()));
        }
        return ExitCode.OK;
    }
}
