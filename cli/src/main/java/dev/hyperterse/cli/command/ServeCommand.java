package dev.hyperterse.cli.command;

import dev.hyperterse.cli.cache.UserCache;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.command.option.Subcommand;
import dev.hyperterse.cli.serve.DirectoryService;
import dev.hyperterse.cli.serve.HangupSignal;
import dev.hyperterse.cli.serve.ListenAddress;
import dev.hyperterse.cli.serve.ServeSettings;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.runtime.tls.CertificateFiles;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hyperterse serve}. */
record ServeCommand(Terminal terminal) implements Subcommand {
    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Override
    public CommandSpec spec() {
        return Specs.command(
                        this,
                        "serve",
                        "Serve a directory of manifests as a service, without a cluster.",
                        "hyperterse serve /etc/hyperterse/shop",
                        "hyperterse serve shop --listen 443 --tls-certificate chain.pem --tls-key key.pem",
                        "kill -HUP PID   # reads the directory and the certificate again")
                .addPositional(Specs.directory())
                .addOption(Specs.option(
                        "address for clients (default: PORT of the environment, or 8080, on all addresses)",
                        "[ADDRESS:]PORT",
                        "-l",
                        "--listen"))
                .addOption(Specs.option(
                        "address of health and metrics (default: 127.0.0.1:9090)", "[ADDRESS:]PORT", "--admin"))
                .addOption(
                        Specs.option("PEM: the certificate and those of its authorities", "FILE", "--tls-certificate"))
                .addOption(Specs.option("PEM: the private key of the certificate", "FILE", "--tls-key"))
                .addOption(Specs.flag("serve every save at once", "--watch"))
                .addOption(Specs.option(
                        "folder that keeps the seed of session keys (default: STATE_DIRECTORY of the environment, or the user's cache)",
                        "FOLDER",
                        "--state"))
                .addOption(Specs.server());
    }

    @Override
    public ExitCode run(ParseResult arguments) {
        var epoch = UUID.randomUUID().toString().substring(0, 8);
        var started = new CompletableFuture<DirectoryService>();
        // Before the service says that it is ready: a process that does not handle the signal is ended by it.
        var comes = HangupSignal.onEach(() -> started.thenAccept(DirectoryService::reload));
        try {
            return switch (DirectoryService.start(settings(arguments), epoch, terminal.out())) {
                case DirectoryService.Start.Serving(var service) -> {
                    started.complete(service);
                    if (!comes) {
                        LOG.atWarn()
                                .addKeyValue("event", "reload_signal_ignored")
                                .log(
                                        "was started with SIGHUP ignored, as by nohup; use --watch, or start it otherwise");
                    }
                    yield serve(service);
                }
                case DirectoryService.Start.NothingToServe(var explanation) ->
                    throw new CommandFailure(ExitCode.PROBLEMS, explanation);
                case DirectoryService.Start.NoCertificate(var reason) ->
                    throw new CommandFailure(ExitCode.UNAVAILABLE, "the certificate cannot be used: " + reason);
            };
        } catch (PortTaken taken) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "port " + taken.port() + " is in use; choose others with --listen and --admin",
                    taken);
        }
    }

    /** Until a signal ends the process. */
    private static ExitCode serve(DirectoryService service) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("drain").unstarted(() -> {
            service.close();
            // After SIGTERM a JVM exits with 143, which looks like a failure.
            Runtime.getRuntime().halt(ExitCode.OK.code());
        }));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK;
    }

    private ServeSettings settings(ParseResult arguments) {
        var environment = terminal.environment();
        return new ServeSettings(
                Specs.directory(arguments),
                Specs.server(arguments),
                address("--listen", arguments.matchedOptionValue("--listen", environment.getOrDefault("PORT", "8080"))),
                address("--admin", arguments.matchedOptionValue("--admin", "127.0.0.1:9090")),
                certificate(arguments),
                arguments.hasMatchedOption("--watch"),
                state(arguments, environment));
    }

    private static InetSocketAddress address(String option, String text) {
        var address = ListenAddress.parse(text)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        option + " is a port or an address with a port, as in 8080, 10.0.0.7:8080 or [::1]:8080, not '"
                                + text + "'"));
        if (address.isUnresolved()) {
            throw new CommandFailure(
                    ExitCode.USAGE, option + ": this machine knows no address of '" + address.getHostString() + "'");
        }
        return address;
    }

    private static Optional<CertificateFiles> certificate(ParseResult arguments) {
        var chain = Specs.given(arguments, "--tls-certificate");
        var key = Specs.given(arguments, "--tls-key");
        if (chain.isPresent() != key.isPresent()) {
            throw new CommandFailure(ExitCode.USAGE, "--tls-certificate and --tls-key belong together; one is missing");
        }
        return chain.map(file -> new CertificateFiles(Path.of(file), Path.of(key.get())));
    }

    private static Path state(ParseResult arguments, Map<String, String> environment) {
        String wanted = arguments.matchedOptionValue("--state", environment.getOrDefault("STATE_DIRECTORY", ""));
        return wanted.isEmpty() ? UserCache.folder(environment) : Path.of(wanted);
    }
}
