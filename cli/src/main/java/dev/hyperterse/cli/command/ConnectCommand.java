package dev.hyperterse.cli.command;

import dev.hyperterse.cli.agent.Agent;
import dev.hyperterse.cli.agent.ConfigurationFile;
import dev.hyperterse.cli.agent.DesktopBundle;
import dev.hyperterse.cli.agent.Endpoint;
import dev.hyperterse.cli.agent.UnmergeableFile;
import dev.hyperterse.cli.client.McpAddress;
import dev.hyperterse.cli.command.option.HeaderOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse connect}: the configuration with which a client reaches a server. */
record ConnectCommand(Terminal terminal) implements Subcommand {
    private static final String EXTENSION = ".mcpb";
    private static final String DEV = "http://localhost:8080/mcp";

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "connect",
                        "Print, or write, the configuration of an MCP client: " + clients() + ".",
                        "hyperterse connect claude-code",
                        "hyperterse connect cursor https://shop.example.com/mcp -H 'X-API-Key: ...' --write",
                        "hyperterse connect claude-desktop manifests --write   # the client starts it")
                .addPositional(
                        Specs.argument(0, "CLIENT", clients(), Agent.spellings().toArray(String[]::new)))
                .addPositional(Specs.optional(
                        1,
                        "DIR|URL",
                        "directory that the client serves itself, or URL of a server (default: that of dev, " + DEV
                                + ")"))
                .addOption(Specs.option(
                        "name of the server in the client (default: hyperterse, or that of DIR)", "NAME", "--name"))
                .addOption(Specs.headers())
                .addOption(Specs.server())
                .addOption(Specs.flag("merge it into the file of the client, and keep a copy of that", "--write"))
                .addOption(Specs.option("of a URL: write an extension (.mcpb) of claude-desktop", "FILE", "--mcpb"))
                .addOption(Specs.option("the file, where the client has it elsewhere", "FILE", "--file"));
    }

    private static String clients() {
        return String.join(", ", Agent.spellings());
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        String wanted = arguments.matchedPositionalValue(0, "");
        var agent = Agent.of(wanted)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "no client '" + wanted + "' is known; there are " + clients()));
        String target = arguments.matchedPositionalValue(1, DEV);
        var bundle = Specs.given(arguments, "--mcpb").map(Path::of);
        var endpoint = endpoint(agent, target, bundle.isPresent(), arguments);
        var name = name(endpoint, target, bundle, arguments);
        if (bundle.isPresent()) {
            if (arguments.hasMatchedOption("--write") || arguments.hasMatchedOption("--file")) {
                throw new CommandFailure(
                        ExitCode.USAGE, "--mcpb writes a file of its own: take --write and --file away");
            }
            return writeBundle(agent, name, endpoint, bundle.get());
        }
        var file = file(agent, arguments);
        if (!arguments.hasMatchedOption("--write")) {
            terminal.out().print(agent.entries().alone(name, endpoint));
            terminal.err().println("for " + agent.title() + ", in " + file + "; --write merges it into that file");
            return ExitCode.OK;
        }
        try {
            var backup = new ConfigurationFile(file).add(agent.entries(), name, endpoint);
            terminal.err()
                    .println("wrote '" + name + "' to " + file
                            + backup.map(copy -> "; as it was before: " + copy).orElse(""));
            terminal.err().println("next: " + agent.next());
            return ExitCode.OK;
        } catch (UnmergeableFile unmergeable) {
            terminal.out().print(agent.entries().alone(name, endpoint));
            throw new CommandFailure(
                    ExitCode.PROBLEMS,
                    file + " is unchanged: " + unmergeable.getMessage() + "; add the lines above",
                    unmergeable);
        }
    }

    private ExitCode writeBundle(Agent agent, String name, Endpoint endpoint, Path file) {
        if (agent != Agent.CLAUDE_DESKTOP || !(endpoint instanceof Endpoint.Http http)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--mcpb is for claude-desktop and a URL; for a directory use --write, or the extension of a release");
        }
        if (http.url().getRawUserInfo() != null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "the extension is a file that is passed on: take the password out of the URL");
        }
        if (Files.exists(file) && !file.toString().endsWith(EXTENSION)) {
            throw new CommandFailure(ExitCode.USAGE, file + " exists and is no extension (" + EXTENSION + ")");
        }
        try {
            var unfinished = Files.createTempFile(file.toAbsolutePath().getParent(), "extension", ".tmp");
            try {
                new DesktopBundle(name, http).writeTo(Files.newOutputStream(unfinished));
                Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException failed) {
            throw new CommandFailure(ExitCode.PROBLEMS, file + " cannot be written: " + failed.getMessage(), failed);
        }
        terminal.err()
                .println("wrote " + file + (http.headers().isEmpty() ? "" : "; it asks for the values of headers"));
        terminal.err().println("next: open it with Claude Desktop");
        return ExitCode.OK;
    }

    private Endpoint endpoint(Agent agent, String target, boolean bundled, ParseResult arguments) {
        var headers = HeaderOptions.of(arguments);
        var directory = Path.of(target);
        if (Files.isDirectory(directory)) {
            if (!headers.isEmpty()) {
                throw new CommandFailure(
                        ExitCode.USAGE, "headers are for a URL; a client that starts " + target + " sends none");
            }
            return Endpoint.Program.serving(
                    terminal.programWords(), directory, Specs.server(arguments).wanted());
        }
        var url = address(target)
                .map(McpAddress::withPath)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, target + " is neither a directory nor a URL such as " + DEV));
        if (!agent.takesUrls() && !bundled) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    agent.title() + " takes URLs in its settings, under Connectors; by a file it starts programs:"
                            + " give the directory of the manifests, or --mcpb FILE for an extension");
        }
        return new Endpoint.Http(url, headers);
    }

    private static Optional<URI> address(String target) {
        try {
            return McpAddress.of(target);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** By default that of the directory, or of the extension: two of one name would replace each other. */
    private static String name(Endpoint endpoint, String target, Optional<Path> bundle, ParseResult arguments) {
        var file =
                switch (endpoint) {
                    case Endpoint.Http _ -> bundle;
                    case Endpoint.Program _ ->
                        Optional.of(Path.of(target).toAbsolutePath().normalize());
                };
        var usual = file.map(Path::getFileName)
                .map(last -> last.toString().replaceAll("\\.mcpb$", "").replaceAll("[^A-Za-z0-9_-]+", "-"))
                .orElse("hyperterse");
        String name = arguments.matchedOptionValue("--name", usual);
        if (!name.matches("[A-Za-z0-9_-]{1,60}")) {
            throw new CommandFailure(ExitCode.USAGE, "--name has letters, digits, _ and -, not '" + name + "'");
        }
        return name;
    }

    private Path file(Agent agent, ParseResult arguments) {
        var home = Path.of(terminal.environment().getOrDefault("HOME", System.getProperty("user.home")));
        return Specs.given(arguments, "--file")
                .map(Path::of)
                .orElseGet(() -> agent.file(home, Path.of("").toAbsolutePath(), System.getProperty("os.name")));
    }
}
