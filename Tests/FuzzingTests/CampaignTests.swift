import Foundation
import TestModels
import Testing

/// What a campaign makes of what a fuzzer says, which is a small program here.
@Suite struct CampaignTests {
  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scripts/lib")

  /// Finds something in each run, of the kind that FUZZ_TARGET names. Alone, with a file at the end, what is called slow takes
  /// as long again, and what is called starved does not.
  private static let fuzzer = """
    import os, pathlib, sys, time
    target = os.environ['FUZZ_TARGET']
    prefix = next(word for word in sys.argv if word.startswith('-artifact_prefix=')).split('=', 1)[1]
    place = pathlib.Path(sys.argv[-1])
    if place.is_file():
        print('Running:', place)
        sys.exit(70 if target == 'slow' else 0)
    kind = 'crash' if target == 'broken' else 'timeout'
    print('INFO: Seed: 1')
    if target != 'unready':
        print('#2\\tINITED cov: 5 ft: 6 corp: 1/1b', flush=True)
        # Time that passes without work is none of the fuzzer's.
        time.sleep(1)
        print('#9\\tNEW    cov: 7 ft: 8 corp: 2/9b')
    pathlib.Path(f'{prefix}slow-unit-1').write_bytes(b'known')
    print(f"artifact_prefix='{prefix}'; Test unit written to {prefix}slow-unit-1")
    pathlib.Path(f'{prefix}{kind}-2').write_bytes(b'found')
    print(f"artifact_prefix='{prefix}'; Test unit written to {prefix}{kind}-2")
    print('stat::number_of_executed_units: 42')
    sys.exit(77 if kind == 'crash' else 70)
    """

  /// Fuzzes once, and tells what has become of it.
  private static let campaign = """
    import pathlib, sys
    sys.dont_write_bytecode = True
    scripts, folder, target, rounds = sys.argv[1:]
    sys.path.insert(0, scripts)
    import fuzz_campaign
    folder = pathlib.Path(folder)
    for name in ('findings', 'corpus'): (folder / name / target).mkdir(parents=True)
    campaign = fuzz_campaign.Campaign(folder, [target], [sys.executable, str(folder / 'fuzzer.py')], 0)
    for _ in range(int(rounds)): campaign.fuzz(target, 60, folder / 'campaign-0.log')
    run = campaign.runs[-1]
    print('result', run.seconds, run.executions, run.edges, run.findings, len(campaign.findings), target in campaign.left_alone)
    for place in ('findings', 'slow'):
        names = {path.name for path in (folder / place).rglob('*-[12]')}
        print(place, *sorted(names))
    print('logs', len(list((folder / 'findings').rglob('*.log'))))
    """

  private func fuzz(_ target: String, rounds: Int = 1) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.fuzzer.utf8), "fuzzer.py")
    let python = try FinishedProgram(
      ["python3", "-c", Self.campaign, Self.scripts.path, folder.path, target, "\(rounds)"], reading: .both)
    #expect(python.status == 0, "\(python.text)")
    return python.text.replacing(folder.path, with: "FOLDER").replacing(/\d+ s\b/, with: "N s").split(separator: "\n")
      .map(String.init)
  }

  /// On a machine that has other work, time passes that the fuzzer has not had.
  @Test func whatIsFastAloneIsNoFinding() throws {
    let lines = try fuzz("starved")
    #expect(
      lines == [
        "starved: no finding, since it takes N s alone: FOLDER/slow/starved/timeout-2",
        "starved: N s, 40 executions, 7 edges", "result 0 40 7 0 0 False", "findings slow-unit-1", "slow timeout-2",
        "logs 0",
      ])
  }

  @Test(arguments: ["slow", "broken"]) func whatFailsAgainIsAFinding(_ target: String) throws {
    let lines = try fuzz(target)
    let found = target == "slow" ? "timeout-2" : "crash-2"
    #expect(lines.first == "\(target): N s, 40 executions, 7 edges")
    let names = ["slow-unit-1", found].sorted().joined(separator: " ")
    #expect(lines.suffix(4) == ["result 0 40 7 1 1 False", "findings \(names)", "slow", "logs 1"])
  }

  /// A fuzzer that is starved while it reads its corpus gets another chance, and not for ever.
  @Test func whoNeverBeginsIsLeftAlone() throws {
    #expect(try fuzz("unready").contains("result 0 0 0 0 0 False"))
    let lines = try fuzz("unready", rounds: 5)
    #expect(lines.contains("unready: left alone, since reading its corpus has taken all the time"))
    #expect(lines.contains("result 0 0 0 0 0 True"))
  }
}
