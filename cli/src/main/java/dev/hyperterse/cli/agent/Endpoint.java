package dev.hyperterse.cli.agent;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The target of a client. */
public sealed interface Endpoint {
    /** A server that listens. */
    record Http(URI url, Map<String, String> headers) implements Endpoint {}

    /** A program that the client starts, and speaks to over standard input and output. */
    record Program(String command, List<String> arguments) implements Endpoint {
        /**
         * One that serves a directory. A client starts it in another folder, so a path has to be absolute; a name on the
         * PATH stays one.
         *
         * @param program its words, as the user types them
         * @param server of the directory, where that is a choice
         */
        public static Program serving(List<String> program, Path directory, Optional<String> server) {
            var words = program.stream()
                    .map(word -> word.contains("/") ? absolute(Path.of(word)) : word)
                    .collect(Collectors.toCollection(ArrayList::new));
            words.addAll(List.of("dev", absolute(directory), "--stdio"));
            server.ifPresent(name -> words.addAll(List.of("--server", name)));
            return new Program(words.getFirst(), List.copyOf(words.subList(1, words.size())));
        }

        private static String absolute(Path path) {
            return path.toAbsolutePath().normalize().toString();
        }
    }
}
