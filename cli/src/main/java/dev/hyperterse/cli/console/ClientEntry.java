package dev.hyperterse.cli.console;

import dev.hyperterse.cli.agent.Agent;
import dev.hyperterse.cli.agent.Endpoint;
import dev.hyperterse.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The entry of a client that people install, to be copied.
 *
 * @param file where the entry goes
 * @param text of a file with nothing but the entry
 * @param command that merges it into the file
 * @param next the step after that
 */
record ClientEntry(String title, String file, String text, String command, String next) {
    /**
     * What clients connect to.
     *
     * @param name that they give it
     * @param header that the server wants; its value is filled in by the reader, because no credential is written into a
     *     page
     * @param program its words, as the user types them
     * @param directory for clients that start their servers
     * @param server of the directory, where that is a choice
     */
    record Target(
            String name,
            URI url,
            Optional<String> header,
            List<String> program,
            Path directory,
            Optional<String> server) {
        private Endpoint endpoint(Agent agent) {
            return agent.takesUrls()
                    ? new Endpoint.Http(
                            url, header.map(it -> Map.of(it, value(it))).orElse(Map.of()))
                    : Endpoint.Program.serving(program, directory, server);
        }

        private String command(Agent agent) {
            var target = agent.takesUrls()
                    ? Stream.concat(
                            Stream.of(url.toString()),
                            header.stream().flatMap(it -> Stream.of("-H", it + ": " + value(it))))
                    : Stream.concat(
                            Stream.of(directory.toString()), server.stream().flatMap(it -> Stream.of("--server", it)));
            return Stream.of(
                            program.stream(),
                            Stream.of("connect", agent.spelling()),
                            target,
                            Stream.of("--name", name, "--write"))
                    .flatMap(words -> words)
                    .map(Terminal::inShell)
                    .collect(Collectors.joining(" "));
        }

        private static String value(String header) {
            return header.equalsIgnoreCase("Authorization") ? "Bearer YOUR_TOKEN" : "YOUR_KEY";
        }
    }

    /** Those of all clients. */
    static List<ClientEntry> all(Target target) {
        return Arrays.stream(Agent.values())
                .map(agent -> new ClientEntry(
                        agent.title(),
                        agent.file(Path.of("~"), Path.of(""), System.getProperty("os.name"))
                                .toString(),
                        agent.entries().alone(target.name(), target.endpoint(agent)),
                        target.command(agent),
                        agent.next()))
                .toList();
    }
}
