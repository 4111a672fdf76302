package dev.hyperterse.testbed.store;

import dev.hyperterse.testbed.CertificateAuthority;
import dev.hyperterse.testbed.DatabaseServer;
import dev.hyperterse.testbed.ServerProcess;
import dev.hyperterse.testbed.TestbedException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Redis server. Its data are kept in an append-only file. */
public final class RedisServer extends DatabaseServer {
    private final Path program;
    private final List<String> settings;
    private final boolean plain;

    private RedisServer(Path program, List<String> settings) {
        super("Redis", "KILL");
        this.program = program;
        this.settings = settings;
        this.plain = !settings.contains("--tls-port");
    }

    /** Creates and starts a server; {@code settings} are as on its command line: {@code --name}, {@code value}. */
    public static RedisServer create(String... settings) {
        return create(Map.of(), settings);
    }

    /** Creates and starts a Valkey server, which speaks as Redis does. */
    public static RedisServer valkey(String... settings) {
        // Redis 7 and Valkey show all types of replies only where that is allowed.
        var allowed = new ArrayList<>(List.of("--enable-debug-command", "yes"));
        allowed.addAll(List.of(settings));
        var server = new RedisServer(ValkeyBinaries.server(), allowed);
        server.start();
        return server;
    }

    /**
     * A server with files of the test's own in its directory, such as keys; settings name them as they are.
     *
     * @param files their content by name
     */
    public static RedisServer create(Map<String, String> files, String... settings) {
        var server = new RedisServer(RedisBinaries.server(), List.of(settings));
        files.forEach(
                (name, content) -> server.process.write(server.process.home().resolve(name), content));
        server.start();
        return server;
    }

    /** A server that takes encrypted connections and no others. */
    public static RedisServer encrypted(CertificateAuthority authority, CertificateAuthority.Identity identity) {
        return create(
                Map.of(
                        "ca.pem",
                        authority.certificate(),
                        "server.pem",
                        identity.certificate(),
                        "key.pem",
                        identity.key()),
                "--tls-port",
                "PORT",
                "--tls-ca-cert-file",
                "ca.pem",
                "--tls-cert-file",
                "server.pem",
                "--tls-key-file",
                "key.pem",
                "--tls-auth-clients",
                "optional");
    }

    /** Three servers of one cluster, each with a third of the slots. */
    public static List<RedisServer> cluster() {
        // A node that is not scheduled for so long is taken for dead, and the cluster answers nothing.
        var servers = IntStream.range(0, 3)
                .mapToObj(_ -> create("--cluster-enabled", "yes", "--cluster-node-timeout", "15000"))
                .toList();
        for (var index = 0; index < servers.size(); index++) {
            var slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
            var first = index * 16384 / 3;
            var last = (index + 1) * 16384 / 3;
            IntStream.range(first, last).mapToObj(Integer::toString).forEach(slots::add);
            servers.get(index).command(slots.toArray(String[]::new));
            servers.get(0)
                    .command(
                            "CLUSTER",
                            "MEET",
                            HOST,
                            Integer.toString(servers.get(index).port()));
        }
        servers.forEach(RedisServer::awaitCluster);
        return servers;
    }

    private void awaitCluster() {
        var end = System.nanoTime() + ServerProcess.TIMEOUT.toNanos();
        while (!command("CLUSTER", "INFO").contains("cluster_state:ok")
                || !command("CLUSTER", "INFO").contains("cluster_known_nodes:3")) {
            if (System.nanoTime() - end > 0) {
                throw new TestbedException("the cluster does not come about: " + command("CLUSTER", "INFO"));
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** {@code redis://host:port}, or {@code rediss://}, without credentials. */
    public String url() {
        return (plain ? "redis://" : "rediss://") + HOST + ":" + port();
    }

    @Override
    public void start() {
        var command = new ArrayList<>(List.of(
                program.toString(), "--bind", HOST, "--dir", process.home().toString()));
        command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no"));
        command.addAll(List.of("--port", plain ? Integer.toString(port()) : "0"));
        settings.stream()
                .map(it -> it.equals("PORT") ? Integer.toString(port()) : it)
                .forEach(command::add);
        process.startAndAwait(command, this::isReady);
    }

    private boolean isReady() throws IOException {
        if (plain) {
            return !reply("PING").startsWith("-LOADING");
        }
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            return socket.isConnected();
        }
    }

    /** Runs a command on a connection of its own; the reply as text, items of a list with commas between them. */
    public String command(String... words) {
        try {
            return reply(words);
        } catch (IOException failed) {
            throw new TestbedException("the fixture's own command failed: " + failed.getMessage(), failed);
        }
    }

    private String reply(String... words) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout((int) ServerProcess.TIMEOUT.toMillis());
            var request = Arrays.stream(words)
                    .map(word -> "$" + word.getBytes(StandardCharsets.UTF_8).length + "\r\n" + word + "\r\n")
                    .collect(Collectors.joining("", "*" + words.length + "\r\n", ""));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return read(new DataInputStream(socket.getInputStream()));
        }
    }

    private static String read(DataInputStream in) throws IOException {
        var line = line(in);
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '$' -> rest.equals("-1") ? "" : bulk(in, Integer.parseInt(rest));
            case '*' -> {
                var items = new ArrayList<String>();
                for (var index = 0; index < Integer.parseInt(rest); index++) {
                    items.add(read(in));
                }
                yield String.join(",", items);
            }
            case '-' -> line;
            default -> rest;
        };
    }

    private static String bulk(DataInputStream in, int length) throws IOException {
        var text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        line(in);
        return text;
    }

    private static String line(DataInputStream in) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server ended the connection");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }
}
