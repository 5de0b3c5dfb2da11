package dev.surehook.server.cli;

import dev.surehook.testkit.provider.FakeProvider;
import dev.surehook.testkit.provider.HttpSender;
import dev.surehook.testkit.provider.ProviderRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the demo sends, step by step. */
final class DemoScript {
    private final DemoWorld world;
    private final DemoPage page;
    private final DemoOutcome outcome;
    private final HttpSender sender = new HttpSender();

    DemoScript(DemoWorld world, DemoPage page) {
        this.world = world;
        this.page = page;
        this.outcome = new DemoOutcome(world, page);
    }

    /** Plays everything; whether all came out as promised. */
    boolean play() throws IOException, InterruptedException {
        page.say("Surehook runs at " + world.server() + " on a temporary folder and forwards to a small receiver at "
                + world.receiver.url() + ".");
        page.say("For this demo a failed attempt is made again after " + DemoWorld.RETRY_DELAY.toMillis()
                + " ms; a real server waits 10 s, 30 s, 5 min and longer.");
        ycloud();
        wordpane();
        outcome.awaitProcessed();
        outage();
        return outcome.report();
    }

    private void ycloud() throws IOException {
        FakeProvider ycloud = world.ycloud;
        page.heading("YCloud sends");
        ProviderRequest message = ycloud.request("whatsapp.inbound_message.received@text");
        fresh("a fresh event", ycloud, message);
        known("the same event once more", ycloud, ycloud.again(message), "known already: no second event");
        known(
                "the same id with another body",
                ycloud,
                ycloud.request(ycloud.samples().event(message.type(), message.id())),
                "the first body is kept, the conflict recorded");
        outcome.expectConflict(message);
        ProviderRequest sms = ycloud.request("sms.message.updated@delivered");
        refused("one byte changed on the way", ycloud, sms.tampered(), "refused: not what YCloud signed");
        fresh("the true event under that id", ycloud, sms);
        ProviderRequest old = ycloud.request("contact.attributes_changed");
        refused("signed ten minutes ago", ycloud, ycloud.stale(old), "refused: too old to be believed");
        fresh("a type that nobody knows yet", ycloud, ycloud.request("whatsapp.dream.received"));
    }

    private void wordpane() throws IOException {
        FakeProvider wordpane = world.wordpane;
        page.heading("WordPane sends");
        ProviderRequest reply = wordpane.request("ticket.reply.created@support");
        fresh("a fresh event", wordpane, reply);
        known("the same event once more", wordpane, wordpane.again(reply), "known already: no second event");
        ProviderRequest balance = wordpane.request("balance.low");
        refused("one byte changed on the way", wordpane, balance.tampered(), "refused: not what WordPane signed");
        refused("signed ten minutes ago", wordpane, wordpane.stale(balance), "refused: too old to be believed");
    }

    private void outage() throws IOException, InterruptedException {
        page.heading("The receiver goes down");
        world.receiver.goDown();
        List<DemoEvent> meanwhile = new ArrayList<>();
        meanwhile.add(
                fresh("YCloud, all the same", world.ycloud, world.ycloud.request("whatsapp.message.updated@read")));
        meanwhile.add(fresh(
                "WordPane, all the same", world.wordpane, world.wordpane.request("server.installation.completed")));
        outcome.awaitFailedAttempts(meanwhile, 2);
        page.say("  two attempts of each have failed, and they wait for the next");
        page.heading("The receiver comes back");
        world.receiver.comeBack();
        outcome.awaitProcessed();
        page.say("  what had waited has arrived");
    }

    private DemoEvent fresh(String what, FakeProvider provider, ProviderRequest request) throws IOException {
        post(what, provider, request, 204, "stored, before the answer");
        return outcome.expect(provider, request);
    }

    private void known(String what, FakeProvider provider, ProviderRequest request, String meaning) throws IOException {
        post(what, provider, request, 204, meaning);
    }

    private void refused(String what, FakeProvider provider, ProviderRequest request, String meaning)
            throws IOException {
        post(what, provider, request, 401, meaning);
        outcome.countRefused();
    }

    private void post(String what, FakeProvider provider, ProviderRequest request, int promised, String meaning)
            throws IOException {
        int status = sender.post(world.intake(provider), request).status();
        boolean asPromised = status == promised;
        page.step(what, request.type(), status, asPromised ? meaning : "promised was " + promised, asPromised);
        if (!asPromised) {
            outcome.broken(what + " was answered " + status + " instead of " + promised);
        }
    }
}
