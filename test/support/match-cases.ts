/**
 * What plays, what a service offers for it, and which of the offers a listener would accept.
 * One line is `artist | title | seconds | album`; several artists of an offer are separated by `;`.
 * `=` marks an offer that shows the right cover. A case without one must be left without a match.
 */
export interface MatchCase {
  readonly plays: string;
  readonly offers: readonly string[];
}

const originals: readonly MatchCase[] = [
  {
    plays: 'Daft Punk | One More Time | 320',
    offers: ['Scooter | One More Time | 205', '= Daft Punk | One More Time | 320 | Discovery'],
  },
  { plays: 'Daft Punk | One More Time', offers: ['= Daft Punk | One More Time | 320 | Discovery'] },
  {
    plays: 'Darude | Sandstorm (Original Mix) | 445',
    offers: ['= Darude | Sandstorm | 225 | Before the Storm'],
  },
  {
    plays: 'Darude | Sandstorm | 225',
    offers: ['= Darude | Sandstorm - Original Mix | 445', '= Darude | Sandstorm - Radio Edit | 225'],
  },
  {
    plays: 'Eric Prydz | Opus (Original Mix) | 543',
    offers: ['= Eric Prydz | Opus | 543 | Opus', 'Eric Prydz | Opus - Four Tet Remix | 530'],
  },
  {
    plays: 'Eric Prydz | Call on Me (Extended Mix) | 361',
    offers: ['= Eric Prydz | Call on Me - Radio Edit | 171'],
  },
  {
    plays: 'Fisher | Losing It (Extended Mix) [Catch & Release] | 248',
    offers: ['= FISHER | Losing It | 248'],
  },
  { plays: 'Fisher | Losing It', offers: ['Clean Bandit | Losing It | 200', '= FISHER | Losing It | 248'] },
  {
    plays: 'Robin S | Show Me Love (Radio Edit) | 253',
    offers: ['= Robin S | Show Me Love | 253', 'Robyn | Show Me Love | 230'],
  },
  {
    plays: 'Robyn | Show Me Love | 230',
    offers: ['Robin S | Show Me Love | 253', '= Robyn | Show Me Love | 230'],
  },
  {
    plays: 'Underworld | Born Slippy (Nuxx) | 583',
    offers: ['= Underworld | Born Slippy (Nuxx) | 583', '= Underworld | Born Slippy - Nuxx | 583'],
  },
  { plays: 'Underworld | Born Slippy .NUXX | 583', offers: ['= Underworld | Born Slippy (Nuxx) | 583'] },
  {
    plays: 'Stardust | Music Sounds Better With You Radio Edit | 258',
    offers: ['= Stardust | Music Sounds Better With You | 404'],
  },
  {
    plays: 'Modjo | Lady (Hear Me Tonight) | 307',
    offers: ['= Modjo | Lady - Hear Me Tonight | 307', 'Kenny Rogers | Lady | 232'],
  },
  { plays: 'Modjo | Lady | 307', offers: ['= Modjo | Lady (Hear Me Tonight) | 307'] },
  { plays: 'Modjo | Lady', offers: ['Styx | Lady | 180', 'Kenny Rogers | Lady | 232'] },
  {
    plays: 'Moloko | Sing It Back (Boris Musical Mix) | 276',
    offers: ['Moloko | Sing It Back | 220', '= Moloko | Sing It Back - Boris Musical Mix | 276'],
  },
  {
    plays: 'New Order | Blue Monday (12" Version) | 449',
    offers: ['= New Order | Blue Monday - 12" Version | 449', '= New Order | Blue Monday | 449'],
  },
  {
    plays: 'New Order | Blue Monday (2016 Remaster) | 447',
    offers: ['= New Order | Blue Monday - 2016 Remaster | 447'],
  },
  {
    plays: 'New Order | Blue Monday',
    offers: [
      '= New Order | Blue Monday - 2016 Remaster | 447',
      'Orgy | Blue Monday | 272',
      'HEALTH | Blue Monday | 262',
    ],
  },
  {
    plays: 'Depeche Mode | Enjoy the Silence (Remastered) | 372',
    offers: ['= Depeche Mode | Enjoy the Silence - 2006 Remaster | 372'],
  },
  {
    plays: 'The Beatles | Here Comes the Sun | 185',
    offers: ['= The Beatles | Here Comes The Sun - Remastered 2009 | 185 | Abbey Road (Remastered)'],
  },
  {
    plays: 'Beatles | Come Together',
    offers: ['= The Beatles | Come Together - Remastered 2009 | 259', 'Aerosmith | Come Together | 226'],
  },
  { plays: 'Beatles, The | Help!', offers: ['= The Beatles | Help! - Remastered 2009 | 139'] },
  {
    plays: 'Queen | Bohemian Rhapsody (Single Version) | 354',
    offers: ['= Queen | Bohemian Rhapsody - Remastered 2011 | 354 | A Night At The Opera'],
  },
  {
    plays: 'Eiffel 65 | Blue (Da Ba Dee) | 283',
    offers: [
      '= Eiffel 65 | Blue (Da Ba Dee) - Gabry Ponte Ice Pop Radio | 220',
      '= Eiffel 65 | Blue (Da Ba Dee) | 283',
    ],
  },
  { plays: 'Eiffel 65 | Blue Da Ba Dee', offers: ['= Eiffel 65 | Blue (Da Ba Dee) | 283'] },
  { plays: 'Eiffel 65 | Blue | 283', offers: ['= Eiffel 65 | Blue (Da Ba Dee) | 283'] },
  {
    plays: 'The Rolling Stones | Satisfaction | 223',
    offers: [
      "= The Rolling Stones | (I Can't Get No) Satisfaction | 223",
      'Benny Benassi | Satisfaction | 285',
    ],
  },
  {
    plays: "The Rolling Stones | (I Can't Get No) Satisfaction",
    offers: ["= The Rolling Stones | (I Can't Get No) Satisfaction - Mono Version | 223"],
  },
  {
    plays: 'Benny Benassi | Satisfaction',
    offers: [
      "The Rolling Stones | (I Can't Get No) Satisfaction | 223",
      '= Benny Benassi; The Biz | Satisfaction - Isak Original Extended | 285',
      '= Benny Benassi; The Biz | Satisfaction | 285',
    ],
  },
  { plays: 'Fatboy Slim | Praise You (Album Version) | 324', offers: ['= Fatboy Slim | Praise You | 324'] },
  { plays: 'Fatboy Slim | Praise You (Clean) | 324', offers: ['= Fatboy Slim | Praise You | 324'] },
  {
    plays: 'Bicep | Glue | 270',
    offers: ['= Bicep | Glue | 269 | Bicep', 'BICEP | Glue - Original Mix | 400'],
  },
  { plays: 'BICEP | GLUE', offers: ['= Bicep | Glue | 269 | Bicep'] },
];

const guests: readonly MatchCase[] = [
  {
    plays: 'Calvin Harris feat. Rihanna | We Found Love',
    offers: ['= Rihanna; Calvin Harris | We Found Love | 215'],
  },
  {
    plays: 'Rihanna | We Found Love (feat. Calvin Harris) | 215',
    offers: ['= Rihanna; Calvin Harris | We Found Love | 215'],
  },
  {
    plays: 'Rihanna feat. Calvin Harris | We Found Love | 215',
    offers: ['= Rihanna | We Found Love (feat. Calvin Harris) | 215'],
  },
  {
    plays: 'Rihanna | We Found Love',
    offers: ['= Rihanna; Calvin Harris | We Found Love | 215', 'Jessie J | We Found Love | 200'],
  },
  {
    plays: 'David Guetta ft. Sia | Titanium',
    offers: ['= David Guetta; Sia | Titanium (feat. Sia) | 245', 'Madilyn Bailey | Titanium | 240'],
  },
  {
    plays: 'David Guetta | Titanium featuring Sia',
    offers: ['= David Guetta; Sia | Titanium (feat. Sia) | 245'],
  },
  {
    plays: 'David Guetta & Sia | Titanium | 245',
    offers: ['= David Guetta; Sia | Titanium (feat. Sia) | 245'],
  },
  { plays: 'David Guetta, Sia | Titanium', offers: ['= David Guetta | Titanium (feat. Sia) | 245'] },
  {
    plays: 'Disclosure | Latch (feat. Sam Smith) | 255',
    offers: ['= Disclosure; Sam Smith | Latch | 255', 'Sam Smith | Latch - Acoustic | 222'],
  },
  {
    plays: 'Sam Smith | Latch (Acoustic) | 222',
    offers: ['Disclosure; Sam Smith | Latch | 255', '= Sam Smith | Latch - Acoustic | 222'],
  },
  {
    plays: 'Mark Ronson feat. Bruno Mars | Uptown Funk',
    offers: ['= Mark Ronson; Bruno Mars | Uptown Funk (feat. Bruno Mars) | 270'],
  },
  {
    plays: 'Mark Ronson | Uptown Funk [feat. Bruno Mars] (Explicit)',
    offers: ['= Mark Ronson; Bruno Mars | Uptown Funk (feat. Bruno Mars) | 270'],
  },
  {
    plays: 'Bruno Mars | Uptown Funk',
    offers: [
      'Mark Ronson | Uptown Funk (Karaoke Version) | 270',
      '= Mark Ronson; Bruno Mars | Uptown Funk (feat. Bruno Mars) | 270',
    ],
  },
  {
    plays: 'Avicii | Wake Me Up (feat. Aloe Blacc)',
    offers: ['= Avicii | Wake Me Up | 247', 'Aloe Blacc | Wake Me Up - Acoustic | 223'],
  },
  {
    plays: 'Avicii vs. Nicky Romero | I Could Be the One (Nicktim) | 208',
    offers: [
      '= Avicii; Nicky Romero | I Could Be The One (Avicii Vs. Nicky Romero) - Radio Edit | 208',
      '= Avicii; Nicky Romero | I Could Be The One - Nicktim | 208',
    ],
  },
  {
    plays: 'Silk City x Dua Lipa | Electricity',
    offers: ['= Silk City; Dua Lipa; Diplo; Mark Ronson | Electricity (with Dua Lipa) | 238'],
  },
  {
    plays: 'Elton John & Dua Lipa | Cold Heart (PNAU Remix) | 202',
    offers: [
      '= Elton John; Dua Lipa; PNAU | Cold Heart - PNAU Remix | 202',
      'Elton John; Dua Lipa | Cold Heart - Acoustic | 200',
    ],
  },
  { plays: 'Dua Lipa | Cold Heart', offers: ['Elton John; Dua Lipa; PNAU | Cold Heart - PNAU Remix | 202'] },
  {
    plays: 'Gala | Freed From Desire',
    offers: ['= Gala | Freed from Desire | 213', 'Drenchill; Indiiana | Freed from Desire | 173'],
  },
  {
    plays: 'Drenchill feat. Indiiana | Freed From Desire',
    offers: ['Gala | Freed from Desire | 213', '= Drenchill; Indiiana | Freed from Desire | 173'],
  },
  { plays: 'Duke Dumont ft. Jax Jones | I Got U', offers: ['= Duke Dumont; Jax Jones | I Got U | 285'] },
  { plays: 'Duke Dumont | I Got U (with Jax Jones)', offers: ['= Duke Dumont; Jax Jones | I Got U | 285'] },
  {
    plays: 'Swedish House Mafia pres. John Martin | Don’t You Worry Child',
    offers: ["= Swedish House Mafia; John Martin | Don't You Worry Child - Radio Edit | 212"],
  },
  {
    plays: 'Gorillaz feat. De La Soul | Feel Good Inc.',
    offers: [
      '= Gorillaz | Feel Good Inc. | 222 | Demon Days',
      '= Gorillaz; De La Soul | Feel Good Inc | 222',
    ],
  },
  {
    plays: 'Kungs vs. Cookin’ on 3 Burners | This Girl',
    offers: [
      "= Kungs; Cookin' On 3 Burners | This Girl (Kungs Vs. Cookin' On 3 Burners) | 195",
      "Cookin' On 3 Burners; Kylie Auldist | This Girl | 220",
    ],
  },
  {
    plays: "Cookin' on 3 Burners feat. Kylie Auldist | This Girl | 220",
    offers: [
      "Kungs; Cookin' On 3 Burners | This Girl (Kungs Vs. Cookin' On 3 Burners) | 195",
      "= Cookin' On 3 Burners; Kylie Auldist | This Girl | 220",
    ],
  },
];

const remixes: readonly MatchCase[] = [
  {
    plays: 'Moby | Natural Blues (Oliver Heldens Remix) | 210',
    offers: [
      'Moby | Natural Blues | 253',
      '= Moby; Oliver Heldens | Natural Blues - Oliver Heldens Remix | 210',
    ],
  },
  {
    plays: 'Moby | Natural Blues (Oliver Heldens Remix)',
    offers: ['Moby | Natural Blues | 253', 'Moby | Natural Blues - Paul Oakenfold Mix | 400'],
  },
  {
    plays: 'Moby | Natural Blues | 253',
    offers: ['Moby; Oliver Heldens | Natural Blues - Oliver Heldens Remix | 253'],
  },
  {
    plays: 'Lana Del Rey | Summertime Sadness (Cedric Gervais Remix) | 214',
    offers: [
      'Lana Del Rey | Summertime Sadness | 265',
      '= Lana Del Rey; Cedric Gervais | Summertime Sadness (Lana Del Rey Vs. Cedric Gervais) - Cedric Gervais Remix | 214',
      '= Lana Del Rey; Cedric Gervais | Summertime Sadness - Cedric Gervais Remix | 214',
    ],
  },
  {
    plays: 'Lana Del Rey | Summertime Sadness (Cedric Gervais Extended Remix) | 412',
    offers: ['= Lana Del Rey; Cedric Gervais | Summertime Sadness - Cedric Gervais Remix | 214'],
  },
  {
    plays: 'Lana Del Rey | Summertime Sadness (Cedric Gervais Remix Radio Edit)',
    offers: ['= Lana Del Rey; Cedric Gervais | Summertime Sadness - Cedric Gervais Remix | 214'],
  },
  {
    plays: 'Everything But the Girl | Missing (Todd Terry Remix) | 284',
    offers: [
      'Everything But The Girl | Missing | 248',
      '= Everything But The Girl | Missing - Todd Terry Club Mix | 284',
      '= Everything But The Girl | Missing - Todd Terry Mix | 284',
    ],
  },
  {
    plays: 'Everything But the Girl | Missing (Todd Terry Mix)',
    offers: ['= Everything But The Girl; Todd Terry | Missing - Todd Terry Remix | 284'],
  },
  {
    plays: 'Everything But the Girl | Missing',
    offers: [
      'Everything But The Girl; Todd Terry | Missing - Todd Terry Remix | 284',
      '= Everything But The Girl | Missing | 248',
    ],
  },
  { plays: 'Kygo | Firestone (Remix)', offers: ['Kygo; Conrad Sewell | Firestone | 271'] },
  {
    plays: 'Tiësto | Adagio for Strings (Radio Edit)',
    offers: [
      '= Tiësto | Adagio For Strings | 434',
      'Samuel Barber; Leonard Slatkin | Adagio for Strings | 480',
    ],
  },
  {
    plays: 'Storm Queen | Look Right Through (MK Remix) | 250',
    offers: [
      'Storm Queen | Look Right Through | 410',
      '= Storm Queen; MK | Look Right Through - MK Vocal Edit | 150',
      '= Storm Queen | Look Right Through - MK Remix | 250',
    ],
  },
  {
    plays: 'Storm Queen | Look Right Through (MK Dub) | 380',
    offers: ['Storm Queen | Look Right Through - MK Remix | 380'],
  },
  { plays: 'MGMT | Kids (Soulwax Remix) | 300', offers: ['MGMT | Kids | 302 | Oracular Spectacular'] },
  {
    plays: 'MGMT | Kids | 302',
    offers: ['MGMT | Kids - Soulwax Remix | 302', '= MGMT | Kids | 302 | Oracular Spectacular'],
  },
  {
    plays: 'Tame Impala | The Less I Know the Better (Purple Disco Machine Edit)',
    offers: ['Tame Impala | The Less I Know The Better | 216'],
  },
  {
    plays: 'Purple Disco Machine | Hypnotized (Extended Mix)',
    offers: [
      '= Purple Disco Machine; Sophie and the Giants | Hypnotized | 195',
      'Purple Disco Machine; Sophie and the Giants | Hypnotized - Acoustic | 190',
    ],
  },
  {
    plays: 'Purple Disco Machine & Sophie and the Giants | Hypnotized',
    offers: ['= Purple Disco Machine; Sophie and the Giants | Hypnotized | 195'],
  },
  {
    plays: 'Faithless | Insomnia (Monster Mix)',
    offers: ['Faithless | Insomnia | 216', '= Faithless | Insomnia - Monster Mix | 515'],
  },
  {
    plays: 'Faithless | Insomnia - Radio Edit',
    offers: ['= Faithless | Insomnia | 216', 'Craig David | Insomnia | 207'],
  },
  { plays: 'Gesaffelstein | Pursuit (VIP)', offers: ['Gesaffelstein | Pursuit | 215'] },
  {
    plays: 'Skrillex | Bangarang (VIP Mix)',
    offers: ['Skrillex; Sirah | Bangarang (feat. Sirah) | 215', '= Skrillex | Bangarang - VIP | 215'],
  },
  {
    plays: 'Swedish House Mafia | One (Your Name) | 260',
    offers: [
      'Swedish House Mafia; Pharrell Williams | One (Your Name) - Instrumental | 260',
      '= Swedish House Mafia; Pharrell Williams | One (Your Name) - Radio Edit | 160',
    ],
  },
  {
    plays: 'Daft Punk | Around the World / Harder Better Faster Stronger',
    offers: ['Daft Punk | Around the World | 429', 'Daft Punk | Harder, Better, Faster, Stronger | 224'],
  },
  {
    plays: 'Bob Sinclar | World Hold On (Fisher Rework)',
    offers: [
      'Bob Sinclar; Steve Edwards | World Hold On | 200',
      '= Bob Sinclar; Steve Edwards; FISHER | World Hold On - FISHER Rework | 180',
    ],
  },
  {
    plays: 'Fred again.. | Delilah (pull me out of this) | 250',
    offers: ['= Fred again..; Delilah Montagu | Delilah (pull me out of this) | 250'],
  },
  {
    plays: 'Fred again.. | Marea (We’ve Lost Dancing)',
    offers: ["= Fred again..; The Blessed Madonna | Marea (we've lost dancing) | 285"],
  },
  {
    plays: 'Fred again.. & The Blessed Madonna | Marea',
    offers: ["= Fred again..; The Blessed Madonna | Marea (we've lost dancing) | 285"],
  },
  {
    plays: 'Armand Van Helden | My My My (Ingrosso & Angello Remix)',
    offers: [
      'Armand Van Helden | My My My | 220',
      '= Armand Van Helden | My My My - Ingrosso and Angello Remix | 400',
    ],
  },
  {
    plays: 'Rui Da Silva feat. Cassandra | Touch Me (Acoustic)',
    offers: ['Rui Da Silva; Cassandra | Touch Me | 210'],
  },
  {
    plays: 'Deadmau5 & Kaskade | I Remember (Strobelite Edit)',
    offers: [
      'deadmau5; Kaskade | I Remember | 547',
      '= deadmau5; Kaskade | I Remember - Strobelite Edit | 278',
    ],
  },
];

const versions: readonly MatchCase[] = [
  {
    plays: 'Nirvana | About a Girl | 168',
    offers: [
      'Nirvana | About A Girl | 217 | MTV Unplugged In New York',
      '= Nirvana | About A Girl | 168 | Bleach',
    ],
  },
  {
    plays: 'Nirvana | About a Girl',
    offers: ['Nirvana | About A Girl - Live | 217 | MTV Unplugged In New York'],
  },
  {
    plays: 'Nirvana | About a Girl (Live) | 217 | MTV Unplugged in New York',
    offers: ['= Nirvana | About A Girl - Live | 217 | MTV Unplugged In New York'],
  },
  {
    plays: 'Daft Punk | Around the World (Live 2007)',
    offers: [
      'Daft Punk | Around the World | 429',
      'Daft Punk | Around the World / Harder, Better, Faster, Stronger - Live 2007 | 342 | Alive 2007',
    ],
  },
  {
    plays: 'Radiohead | Creep',
    offers: ['= Radiohead | Creep | 238', 'Radiohead | Creep - Acoustic | 259', 'TLC | Creep | 268'],
  },
  {
    plays: 'Radiohead | Creep (Acoustic) | 259',
    offers: ['Radiohead | Creep | 238', '= Radiohead | Creep - Acoustic | 259'],
  },
  { plays: 'TLC | Creep', offers: ['Radiohead | Creep | 238', '= TLC | Creep | 268'] },
  {
    plays: 'Taylor Swift | Love Story | 235',
    offers: [
      'Taylor Swift | Love Story (Taylor’s Version) | 235',
      '= Taylor Swift | Love Story | 235 | Fearless',
    ],
  },
  {
    plays: "Taylor Swift | Love Story (Taylor's Version) | 235",
    offers: [
      'Taylor Swift | Love Story | 235 | Fearless',
      '= Taylor Swift | Love Story (Taylor’s Version) | 235',
    ],
  },
  {
    plays: 'Kate Bush | Running Up That Hill (A Deal With God)',
    offers: [
      '= Kate Bush | Running Up That Hill (A Deal With God) | 298',
      'Placebo | Running Up That Hill | 297',
    ],
  },
  {
    plays: 'Placebo | Running Up That Hill',
    offers: [
      'Kate Bush | Running Up That Hill (A Deal With God) | 298',
      '= Placebo | Running Up That Hill | 297',
    ],
  },
  {
    plays: 'Kate Bush | Running Up That Hill | 298',
    offers: ['= Kate Bush | Running Up That Hill (A Deal With God) | 298'],
  },
  {
    plays: 'Kate Bush | Running Up That Hill | 298',
    offers: ['Kate Bush | Running Up That Hill (A Deal With God) - 2012 Remix | 298'],
  },
  {
    plays: 'Lady Gaga | Bad Romance',
    offers: [
      'Vitamin String Quartet | Bad Romance | 280',
      'Lady Gaga | Bad Romance - Karaoke Version | 294',
      '= Lady Gaga | Bad Romance | 294',
    ],
  },
  {
    plays: 'Lady Gaga | Bad Romance',
    offers: ['Party Tyme Karaoke | Bad Romance (Made Popular By Lady Gaga) [Karaoke Version] | 294'],
  },
  {
    plays: 'The Weeknd | Blinding Lights | 200',
    offers: [
      'The Weeknd Tribute | Blinding Lights | 200',
      '= The Weeknd | Blinding Lights | 200 | After Hours',
    ],
  },
  {
    plays: 'The Weeknd | Blinding Lights',
    offers: [
      'The Weeknd | Blinding Lights (Sped Up) | 160',
      'The Weeknd | Blinding Lights - Slowed + Reverb | 240',
    ],
  },
  {
    plays: 'Oasis | Wonderwall',
    offers: [
      '= Oasis | Wonderwall - Remastered | 258',
      'Ryan Adams | Wonderwall | 250',
      'Oasis | Wonderwall - Demo | 250',
    ],
  },
  {
    plays: 'Pink Floyd | Another Brick in the Wall, Pt. 2 | 239',
    offers: [
      'Pink Floyd | Another Brick in the Wall, Pt. 1 | 191',
      '= Pink Floyd | Another Brick in the Wall, Part 2 | 239',
    ],
  },
  {
    plays: 'Pink Floyd | Another Brick in the Wall',
    offers: [
      'Pink Floyd | Another Brick in the Wall, Pt. 1 | 191',
      'Pink Floyd | Another Brick in the Wall, Pt. 2 | 239',
    ],
  },
  {
    plays: 'Pink Floyd | Another Brick in the Wall (Part 2)',
    offers: [
      '= Pink Floyd | Another Brick in the Wall, Pt. 2 | 239',
      'Pink Floyd | Another Brick in the Wall, Pt. 3 | 75',
    ],
  },
  {
    plays: 'M83 | Midnight City | 243',
    offers: ['= M83 | Midnight City | 243', 'M83 | Midnight City - Eric Prydz Private Remix | 243'],
  },
  { plays: 'M83 | Intro', offers: ['The xx | Intro | 127', '= M83; Zola Jesus | Intro | 322'] },
  { plays: 'The xx | Intro', offers: ['M83; Zola Jesus | Intro | 322', '= The xx | Intro | 127'] },
  {
    plays: 'Kendrick Lamar | Money Trees (Instrumental)',
    offers: ['Kendrick Lamar; Jay Rock | Money Trees | 386'],
  },
  {
    plays: 'Fleetwood Mac | Dreams',
    offers: [
      '= Fleetwood Mac | Dreams - 2004 Remaster | 257 | Rumours (Super Deluxe)',
      'Gabrielle | Dreams | 223',
      'The Cranberries | Dreams | 272',
    ],
  },
  {
    plays: 'Gabrielle | Dreams',
    offers: ['Fleetwood Mac | Dreams - 2004 Remaster | 257', 'The Cranberries | Dreams | 272'],
  },
  {
    plays: 'Fleetwood Mac | Dreams (Alternate Version)',
    offers: ['Fleetwood Mac | Dreams - 2004 Remaster | 257'],
  },
  {
    plays: 'Boney M. | Rasputin | 351',
    offers: [
      'Boney M.; Majestic | Rasputin - Majestic X Boney M. | 186',
      '= Boney M. | Rasputin | 351',
      'Boney M. | Rasputin - 7" Version | 270',
    ],
  },
  {
    plays: 'Donna Summer | I Feel Love | 355',
    offers: [
      'Sam Smith | I Feel Love | 253',
      'Donna Summer | I Feel Love - Patrick Cowley Mega Mix | 355',
      '= Donna Summer | I Feel Love | 355',
    ],
  },
  {
    plays: 'Donna Summer | I Feel Love (Patrick Cowley Remix)',
    offers: ['Donna Summer | I Feel Love | 355'],
  },
  { plays: 'Chic | Le Freak (Mixed)', offers: ['CHIC | Le Freak | 330'] },
  {
    plays: 'CHIC | Le Freak',
    offers: ['CHIC | Le Freak - Mixed | 150 | Ministry of Sound: Disco', '= CHIC | Le Freak | 330'],
  },
];

const spelling: readonly MatchCase[] = [
  { plays: 'Beyonce | Deja Vu', offers: ['= Beyoncé; JAY-Z | Déjà Vu (feat. Jay-Z) | 240'] },
  { plays: 'BEYONCÉ | BREAK MY SOUL', offers: ['= Beyoncé | BREAK MY SOUL | 278'] },
  { plays: 'Royksopp | Eple', offers: ['= Röyksopp | Eple | 216'] },
  {
    plays: 'Röyksopp | What Else Is There?',
    offers: [
      '= Röyksopp | What Else Is There ? | 317',
      'Röyksopp | What Else Is There? - Trentemøller Remix | 420',
    ],
  },
  { plays: 'Trentemoller | Moan', offers: ['= Trentemøller | Moan | 425'] },
  { plays: 'P!nk | So What', offers: ['= P!nk | So What | 215', '= Pink | So What | 215'] },
  { plays: 'Pink | So What', offers: ['= P!nk | So What | 215'] },
  { plays: 'Kesha | TiK ToK', offers: ['= Ke$ha | TiK ToK | 199', '= Kesha | TiK ToK | 199'] },
  {
    plays: 'ASAP Rocky | Praise the Lord (Da Shine)',
    offers: ['= A$AP Rocky; Skepta | Praise The Lord (Da Shine) (feat. Skepta) | 205'],
  },
  {
    plays: 'AC/DC | Back in Black',
    offers: ['= AC/DC | Back In Black | 255', 'Shakira | Back In Black | 200'],
  },
  {
    plays: 'Joan Jett and The Blackhearts | I Love Rock n Roll',
    offers: [
      "= Joan Jett & the Blackhearts | I Love Rock 'N Roll | 175",
      'Britney Spears | I Love Rock ’N’ Roll | 186',
    ],
  },
  {
    plays: 'Earth, Wind & Fire | September',
    offers: ['= Earth, Wind & Fire | September | 215', 'Sparky Deathcap | September | 230'],
  },
  { plays: 'Earth Wind and Fire | September', offers: ['= Earth, Wind & Fire | September | 215'] },
  {
    plays: 'Eric Clapton | Layla',
    offers: [
      'Eric Clapton | Layla (From MTV Unplugged) | 286',
      'Eric Clapton | Layla (From Disco To Disco Remix) | 400',
    ],
  },
  {
    plays: "Simple Minds | Don't You (Forget About Me) | 263",
    offers: ['= Simple Minds | Don\'t You (Forget About Me) - From "The Breakfast Club" | 263'],
  },
  {
    plays: 'Simon and Garfunkel | Mrs. Robinson',
    offers: [
      '= Simon & Garfunkel | Mrs. Robinson - From "The Graduate" Soundtrack | 244',
      'The Lemonheads | Mrs. Robinson | 225',
    ],
  },
  { plays: 'Simon & Garfunkel | Mrs Robinson', offers: ['= Simon & Garfunkel | Mrs. Robinson | 244'] },
  { plays: 'Sebastian | Love Letters', offers: ['Belle & Sebastian | Love Letters | 200'] },
  { plays: 'Belle & Sebastian | Piazza', offers: ['Sebastian | Piazza | 200', 'Belle | Piazza | 200'] },
  { plays: 'Above & Beyond | Sun & Moon', offers: ['= Above & Beyond; Richard Bedford | Sun & Moon | 326'] },
  {
    plays: 'Above and Beyond | Sun and Moon',
    offers: ['= Above & Beyond; Richard Bedford | Sun & Moon | 326'],
  },
  {
    plays: 'Florence + The Machine | You’ve Got the Love',
    offers: [
      "= Florence + The Machine | You've Got The Love | 168",
      'Candi Staton; The Source | You Got The Love | 180',
    ],
  },
  {
    plays: 'Florence and the Machine | Youve Got the Love',
    offers: ["= Florence + The Machine | You've Got The Love | 168"],
  },
  {
    plays: '!!! | Must Be the Moon',
    offers: ['= !!! | Must Be the Moon | 349', 'Chk Chk | Must Be the Moon | 349'],
  },
  { plays: 'Sigur Ros | Hoppipolla', offers: ['= Sigur Rós | Hoppípolla | 268'] },
  { plays: 'Motörhead | Ace of Spades', offers: ['= Motörhead | Ace of Spades | 166'] },
  { plays: 'Motley Crue | Kickstart My Heart', offers: ['= Mötley Crüe | Kickstart My Heart | 282'] },
  { plays: 'Ludacris | Whats Your Fantasy', offers: ["= Ludacris; Shawnna | What's Your Fantasy | 276"] },
  { plays: 'N.W.A. | Straight Outta Compton', offers: ['= N.W.A. | Straight Outta Compton | 258'] },
  { plays: 'NWA | Straight Outta Compton', offers: ['= N.W.A. | Straight Outta Compton | 258'] },
  {
    plays: 'Charli XCX | 360',
    offers: [
      '= Charli xcx | 360 | 133',
      'Charli xcx; Robyn; yung lean | The 360 remix with robyn & yung lean | 190',
    ],
  },
  {
    plays: 'Notorious B.I.G. | Hypnotize',
    offers: ['= The Notorious B.I.G. | Hypnotize - 2014 Remaster | 229'],
  },
  { plays: 'Blur | Song 2', offers: ['= Blur | Song 2 | 121', 'Blur | Song 1 | 121'] },
  { plays: 'Blink-182 | All the Small Things', offers: ['= blink-182 | All The Small Things | 168'] },
  {
    plays: 'Rage Against The Machine | Killing In The Name',
    offers: ['= Rage Against The Machine | Killing In The Name | 313', 'Rage | Killing In The Name | 313'],
  },
];

const scripts: readonly MatchCase[] = [
  {
    plays: '宇多田ヒカル | First Love | 258',
    offers: ['= 宇多田ヒカル | First Love | 258', 'ジュジュ | First Love | 258'],
  },
  {
    plays: '宇多田ヒカル | 光',
    offers: ['= 宇多田ヒカル | 光 | 302', '宇多田ヒカル | 光 - Ray Of Hope MIX | 302'],
  },
  { plays: 'Utada Hikaru | First Love', offers: ['= Hikaru Utada | First Love | 258'] },
  { plays: '宇多田ヒカル | First Love', offers: ['= Hikaru Utada | First Love | 258'] },
  { plays: 'ＹＯＡＳＯＢＩ | 夜に駆ける', offers: ['= YOASOBI | 夜に駆ける | 261'] },
  {
    plays: 'Кино | Группа крови',
    offers: ['= Кино | Группа крови | 285', 'Виктор Цой | Группа крови (Акустика) | 240'],
  },
  {
    plays: 'КИНО | Звезда по имени Солнце',
    offers: ['= Кино | Звезда по имени Солнце | 225', 'Polyubin | Звезда по имени Солнце | 225'],
  },
  { plays: 'Мумий Тролль | Владивосток 2000', offers: ['= Мумий Тролль | Владивосток 2000 | 158'] },
  {
    plays: 'Тима Белорусских | Мокрые кроссы',
    offers: ['= Тима Белорусских | Мокрые кроссы | 205', 'Тима Белорусских | Мокрые кроссы - Remix | 205'],
  },
  { plays: 'Jay Chou | 晴天', offers: ['= 周杰伦 | 晴天 | 269'] },
  { plays: '周杰倫 | 晴天', offers: ['刘瑞琦 | 晴天 | 250', '= 周杰倫 | 晴天 | 269'] },
  { plays: '방탄소년단 | 봄날', offers: ['= 방탄소년단 | 봄날 | 274'] },
  { plays: 'PSY | GANGNAM STYLE (강남스타일)', offers: ['= PSY | Gangnam Style (강남스타일) | 219'] },
  { plays: 'PSY | Gangnam Style | 219', offers: ['= PSY | Gangnam Style (강남스타일) | 219'] },
  { plays: 'أم كلثوم | إنت عمري', offers: ['= أم كلثوم | إنت عمري | 3500', 'عمرو دياب | إنت عمري | 240'] },
  { plays: 'Βασίλης Καρράς | Δεν πάω πουθενά', offers: ['= Βασίλης Καρράς | Δεν Πάω Πουθενά | 240'] },
  { plays: 'Сплин | Выхода нет', offers: ['Сплин | Выхода нет (Live) | 240', '= Сплин | Выхода нет | 227'] },
  { plays: 'עידן רייכל | בואי', offers: ['= עידן רייכל | בואי | 290'] },
  { plays: 'が | がら', offers: ['か | から | 200'] },
];

const traps: readonly MatchCase[] = [
  { plays: '| One More Time', offers: ['Daft Punk | One More Time | 320'] },
  {
    plays: '| Daft Punk - One More Time',
    offers: ['= Daft Punk | One More Time | 320', 'Scooter | One More Time | 205'],
  },
  { plays: 'Daft Punk |', offers: ['Daft Punk | One More Time | 320'] },
  { plays: 'Unknown Artist | Track 01', offers: ['Various Artists | Track 01 | 200'] },
  {
    plays: 'Peaches | Hello',
    offers: [
      'Adele | Hello | 295',
      'Lionel Richie | Hello | 251',
      'Martin Solveig; Dragonette | Hello | 190',
    ],
  },
  {
    plays: 'Martin Solveig & Dragonette | Hello',
    offers: ['Adele | Hello | 295', '= Martin Solveig; Dragonette | Hello | 190'],
  },
  {
    plays: 'Pendulum | The Island, Pt. 1 (Dawn)',
    offers: ['Pendulum | The Island - Pt. 2 (Dusk) | 249', '= Pendulum | The Island - Pt. 1 (Dawn) | 321'],
  },
  {
    plays: 'Justice | Genesis',
    offers: ['Genesis | Justice | 200', '= Justice | Genesis | 234', 'Grimes | Genesis | 255'],
  },
  {
    plays: 'Justice | D.A.N.C.E.',
    offers: ['= Justice | D.A.N.C.E. | 242', 'Justice | D.A.N.C.E. - MSTRKRFT Remix | 290'],
  },
  {
    plays: 'Swedish House Mafia | Greyhound | 408',
    offers: ['Swedish House Mafia | Greyhound (Commentary) | 40', '= Swedish House Mafia | Greyhound | 210'],
  },
  { plays: 'Carl Cox | Phuture 2000 | 7200', offers: ['Carl Cox | Phuture 2000 | 245'] },
  {
    plays: 'Orbital | Halcyon and On and On | 567',
    offers: ['= Orbital | Halcyon And On And On | 567', 'Orbital | Halcyon | 680'],
  },
  { plays: 'Orbital | Halcyon | 680', offers: ['Orbital | Halcyon And On And On | 567'] },
  {
    plays: 'Tiga | Bugatti',
    offers: ['Ace Hood; Future; Rick Ross | Bugatti | 270', '= Tiga | Bugatti | 240'],
  },
  { plays: 'Jamie xx | Gosh', offers: ['= Jamie xx | Gosh | 291 | In Colour', 'Jamie | Gosh | 291'] },
  {
    plays: 'Prince & The Revolution | Kiss',
    offers: [
      'Prince | Kiss | 60',
      'Tom Jones; Art Of Noise | Kiss | 210',
      '= Prince; The Revolution | Kiss | 226',
    ],
  },
  {
    plays: 'Prince | Kiss | 226',
    offers: ['= Prince; The Revolution | Kiss | 226', 'Tom Jones | Kiss | 226'],
  },
  {
    plays: 'Snap! | Rhythm Is a Dancer | 331 | The Madman’s Return',
    offers: [
      '= Snap! | Rhythm Is a Dancer | 331 | The Madman’s Return',
      'Bass Bumpers | Rhythm Is a Dancer | 331',
    ],
  },
  {
    plays: 'Corona | The Rhythm of the Night',
    offers: [
      'Bastille | Of The Night | 214',
      'DeBarge | Rhythm of the Night | 230',
      '= Corona | The Rhythm of the Night | 264',
    ],
  },
  {
    plays: 'DeBarge | Rhythm of the Night',
    offers: ['Corona | The Rhythm of the Night | 264', '= DeBarge | Rhythm Of The Night | 230'],
  },
  {
    plays: 'Kaskade | 4 AM | 213',
    offers: ['Kaskade | 4 AM - Adam K & Soha Mix | 213', '= Kaskade | 4 AM | 213'],
  },
  {
    plays: 'Adele | Rolling in the Deep',
    offers: [
      'Adele | Rolling in the Deep (In the Style of Adele) | 228',
      'Aretha Franklin | Rolling in the Deep | 230',
      '= Adele | Rolling in the Deep | 228 | 21',
    ],
  },
  {
    plays: 'Adele | Rolling in the Deep',
    offers: ['Adele | Rolling in the Deep | 228 | Live at the Royal Albert Hall'],
  },
  {
    plays: 'Lipps Inc. | Funkytown (Long Version)',
    offers: ['= Lipps Inc. | Funkytown - Long Version | 470', 'Pseudo Echo | Funky Town | 215'],
  },
  {
    plays: 'DJ Snake & Lil Jon | Turn Down for What',
    offers: ['= DJ Snake; Lil Jon | Turn Down for What | 213', 'DJ Snake | Turn Down for What - Remix | 240'],
  },
  {
    plays: 'DJ Snake | Middle (feat. Bipolar Sunshine)',
    offers: ['= DJ Snake; Bipolar Sunshine | Middle | 220', 'Zedd; Maren Morris; Grey | The Middle | 184'],
  },
  {
    plays: 'Zedd | The Middle',
    offers: ['DJ Snake; Bipolar Sunshine | Middle | 220', '= Zedd; Maren Morris; Grey | The Middle | 184'],
  },
  {
    plays: 'Chris Lake & Fisher | Atmosphere | 190',
    offers: ['Fisher | Atmosphere | 190', '= FISHER; Kita Alexander | Atmosphere | 190'],
  },
  {
    plays: 'Fisher | Atmosphere',
    offers: [
      'Chris Lake | Atmosphere | 190',
      '= FISHER; Kita Alexander | Atmosphere | 190',
      'Joy Division | Atmosphere | 250',
    ],
  },
];

export const MATCH_CASES: readonly MatchCase[] = [
  ...originals,
  ...guests,
  ...remixes,
  ...versions,
  ...spelling,
  ...scripts,
  ...traps,
];
