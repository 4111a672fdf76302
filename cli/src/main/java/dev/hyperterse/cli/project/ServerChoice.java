package dev.hyperterse.cli.project;

import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Selects a server of a directory: the only one, or the one that {@code --server} names. */
public record ServerChoice(Optional<String> wanted) {
    /** The outcome of a choice. */
    sealed interface Chosen {
        record One(HyperterseServer server) implements Chosen {}

        /** The message for the user. */
        record NoneFits(String explanation) implements Chosen {}
    }

    private static final String FAULTY = "no HyperterseServer can be served; fix the errors first";

    private static final String EXAMPLE = """
            no HyperterseServer found here; the smallest one is

              apiVersion: hyperterse.dev/v1alpha1
              kind: HyperterseServer
              metadata:
                name: tools
              spec:
                auth: {mode: Anonymous}

            and examples/quickstart is a whole directory that works""";

    /** @param faulty whether there are manifests that could not be read or are refused */
    Chosen among(List<HyperterseServer> servers, boolean faulty) {
        if (servers.isEmpty()) {
            return new Chosen.NoneFits(faulty ? FAULTY : EXAMPLE);
        }
        var fitting = servers.stream().filter(this::fits).toList();
        return fitting.size() == 1
                ? new Chosen.One(fitting.getFirst())
                : new Chosen.NoneFits(explain(servers, fitting));
    }

    private String explain(List<HyperterseServer> servers, List<HyperterseServer> fitting) {
        var offered = (fitting.isEmpty() ? servers : fitting)
                .stream().map(ServerChoice::display).sorted().collect(Collectors.joining(", "));
        var first = display((fitting.isEmpty() ? servers : fitting).getFirst());
        return wanted.filter(name -> fitting.isEmpty())
                .map(name -> "HyperterseServer " + name + " not found; the directory has " + offered)
                .orElseGet(
                        () -> "several HyperterseServers found: " + offered + "; choose one, as in --server " + first);
    }

    private boolean fits(HyperterseServer server) {
        return wanted.map(name -> name.equals(server.getMetadata().getName()) || name.equals(display(server)))
                .orElse(true);
    }

    private static String display(HyperterseServer server) {
        return server.getMetadata().getNamespace() + "/" + server.getMetadata().getName();
    }
}
