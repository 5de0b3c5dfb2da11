package dev.surehook.server.cli;

import dev.surehook.signatures.Secret;
import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import dev.surehook.testkit.provider.SampleEvent;
import dev.surehook.testkit.provider.SampleEvents;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code send}: plays a provider towards any receiver. */
@Command(
        name = "send",
        header = "Signs and posts realistic sample events exactly as a provider would.",
        description = {
            "",
            "Prints one line for each request: the answer, the event's type and id, and how long the answer took."
                    + " Without --type all types of the provider take turns.",
        },
        parameterListHeading = "%n",
        optionListHeading = "%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every answer was as expected: 2xx, or 401 for tampered and stale requests",
            "1:some answer was another one, or there was none",
            "2:the command was not understood"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  export YCLOUD_WEBHOOK_SECRET=whsec_...",
            "  surehook send ycloud --to http://127.0.0.1:8080/in/ycloud",
            "  surehook send wordpane --to URL --secret SECRET --type balance.low",
            "  surehook send ycloud --to URL --type sms.message.updated@sent --duplicate",
            "  surehook send github --to URL --body push.json --type push --tamper",
            "  surehook send stripe --to URL --count 500 --rate 50",
            "  surehook send ycloud --to https://127.0.0.1:8443/in/ycloud --cacert certificate.pem",
            "  surehook send ycloud --list-types"
        })
final class SendCommand implements Callable<Integer> {
    private final UnaryOperator<@Nullable String> environment;

    @Parameters(
            paramLabel = "PROVIDER",
            description = "one of ycloud, wordpane, stripe, github, standard-webhooks, svix")
    String providerName = "";

    @Option(names = "--to", paramLabel = "URL", converter = HttpUrl.class, description = "where to post")
    @Nullable
    URI to;

    @Option(
            names = "--cacert",
            paramLabel = "FILE",
            converter = TrustedAuthorities.class,
            description =
                    "trusts the certificates in this PEM file instead of those that Java knows: an authority's, or"
                            + " the server's own")
    @Nullable
    SSLContext trusted;

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            description = "the signing secret; other users of the machine can see it while the command runs; better set"
                    + " PROVIDER_WEBHOOK_SECRET in the environment, such as YCLOUD_WEBHOOK_SECRET")
    @Nullable
    String secret;

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "only events of this type, or TYPE@VARIANT; a type that is not in the list is sent in the"
                    + " provider's envelope, as one that it adds one day")
    Optional<String> type = Optional.empty();

    @Option(names = "--body", paramLabel = "FILE", description = "sends these exact bytes instead of a sample")
    @Nullable
    Path body;

    @Option(names = "--id", paramLabel = "ID", description = "the event's id; a fresh one each time when absent")
    Optional<String> id = Optional.empty();

    @Option(names = "--count", paramLabel = "N", description = "how many events (default: ${DEFAULT-VALUE})")
    int count = 1;

    @Option(
            names = "--duplicate",
            description = "sends each event twice, signed anew: the second answer is to be 2xx too")
    boolean duplicate;

    @ArgGroup
    @Nullable
    Flaw flaw;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "at most R requests in a second; they go one after another in any case")
    @Nullable
    Double rate;

    @Option(names = "--list-types", description = "lists the types that have samples, with their variants")
    boolean listTypes;

    @Option(names = "--print-sample", description = "prints the body of such an event and sends nothing")
    boolean printSample;

    @Mixin
    HelpOption help = new HelpOption();

    @Spec
    @Nullable
    CommandSpec spec;

    /** What is wrong with the requests on purpose. */
    static final class Flaw {
        @Option(names = "--tamper", description = "changes one byte of the body after signing: 401 is expected")
        boolean tamper;

        @Option(names = "--stale", description = "signs as of ten minutes ago: 401 is expected")
        boolean stale;
    }

    SendCommand() {
        this(System::getenv);
    }

    SendCommand(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (listTypes) {
            return printTypes();
        }
        if (printSample) {
            return printSample();
        }
        FakeProvider provider = provider();
        SendRun.Receiver receiver = receiver();
        require(count >= 1, "--count is at least 1");
        require(rate == null || rate > 0, "--rate is more than 0");
        require(!isStale() || provider.signsTime(), providerName + " signs no time, so nothing of it grows stale");
        SendRun run = new SendRun(command().commandLine().getOut(), ansi(), receiver, isFlawed(), rate);
        try {
            for (int i = 0; i < count; i++) {
                send(run, provider, event(provider));
            }
        } catch (IllegalArgumentException unusable) {
            throw refused(String.valueOf(unusable.getMessage()));
        }
        return run.finish();
    }

    private void send(SendRun run, FakeProvider provider, SampleEvent event) throws InterruptedException {
        ProviderRequest request = flawed(provider, provider.request(event));
        run.send(request, false);
        if (duplicate) {
            run.send(flawed(provider, provider.again(provider.request(event))), true);
        }
    }

    private ProviderRequest flawed(FakeProvider provider, ProviderRequest request) {
        if (isStale()) {
            return provider.stale(request);
        }
        return isFlawed() ? request.tampered() : request;
    }

    private SampleEvent event(FakeProvider provider) {
        SampleEvents samples = provider.samples();
        if (body != null) {
            return ownBody(provider, body);
        }
        String wanted = type.orElseGet(() -> samples.next().type());
        return id.map(given -> samples.event(wanted, given)).orElseGet(() -> samples.event(wanted));
    }

    private SampleEvent ownBody(FakeProvider provider, Path file) {
        try {
            SampleEvent event = provider.event(Files.readAllBytes(file), id, type);
            require(
                    id.isEmpty() || id.get().equals(event.id()),
                    "the body carries the id " + Printable.line(event.id())
                            + "; it is sent as it is, so leave --id out");
            require(
                    type.isEmpty() || type.get().equals(event.type()),
                    "the body carries the type " + Printable.line(event.type())
                            + "; it is sent as it is, so leave --type out");
            return event;
        } catch (IOException e) {
            throw refused("cannot read " + file + "; give --body a readable file");
        }
    }

    private int printSample() {
        SampleEvents samples = samples();
        SampleEvent event = samples.event(type.orElseGet(() -> samples.next().type()));
        command().commandLine().getOut().println(event.text());
        command().commandLine().getOut().flush();
        return 0;
    }

    private SampleEvents samples() {
        try {
            return SampleEvents.of(providerName);
        } catch (IllegalArgumentException unknown) {
            throw refused(String.valueOf(unknown.getMessage()));
        }
    }

    private int printTypes() {
        SampleEvents samples = samples();
        Table table = new Table();
        for (String known : samples.types()) {
            List<String> variants = new ArrayList<>(samples.variants(known));
            variants.replaceAll(variant -> "@" + variant);
            table.row(known, String.join(" ", variants));
        }
        table.print(command().commandLine().getOut(), ansi(), "");
        return 0;
    }

    private FakeProvider provider() {
        if (!FakeProvider.names().contains(providerName)) {
            throw refused("no provider " + providerName + "; there are " + String.join(", ", FakeProvider.names()));
        }
        String variable = providerName.toUpperCase(Locale.ROOT).replace('-', '_') + "_WEBHOOK_SECRET";
        String text = secret != null ? secret : environment.apply(variable);
        if (text == null) {
            throw refused("no secret; set " + variable + " in the environment or give --secret");
        }
        try {
            return FakeProvider.named(providerName, Secret.of(text));
        } catch (IllegalArgumentException unusable) {
            throw refused(String.valueOf(unusable.getMessage()));
        }
    }

    private SendRun.Receiver receiver() {
        if (to == null) {
            throw refused("no receiver; give --to URL");
        }
        return new SendRun.Receiver(to, trusted == null ? new HttpSender() : new HttpSender(trusted));
    }

    private boolean isFlawed() {
        return flaw != null;
    }

    private boolean isStale() {
        return flaw != null && flaw.stale;
    }

    private picocli.CommandLine.Help.Ansi ansi() {
        return command().commandLine().getColorScheme().ansi();
    }

    private CommandSpec command() {
        return java.util.Objects.requireNonNull(spec, "picocli sets it");
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw refused(otherwise);
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command().commandLine(), Printable.line(message));
    }
}
