/** What must hold, in Swahili, by the sentence that the service calls it. A test finds what is missing here, or is called otherwise by now. */
export const checkNamesInSwahili: Readonly<Record<string, string>> = {
  'the audit log is an unbroken chain': 'kumbukumbu za ukaguzi ni mnyororo usiokatika',
  'every API key change is in the audit log':
    'kila badiliko la ufunguo wa API liko kwenye kumbukumbu za ukaguzi',
  'every merchant has an owner, or an invitation for one': 'kila biashara ina mmiliki, au mwaliko wa mmiliki',
  'every webhook secret can be opened': 'kila siri ya webhook inaweza kufunguliwa',
  'a successful collection is credited exactly once, for its amount, and any other never':
    'malipo yaliyofanikiwa yameingizwa mara moja tu, kwa kiasi chake, na mengine hayajaingizwa kamwe',
  'a reversed collection is taken back exactly once, for its amount, and any other never':
    'malipo yaliyorudishwa yameondolewa mara moja tu, kwa kiasi chake, na mengine hayajaondolewa kamwe',
  'money is held exactly for the collections that wait for clearance':
    'pesa zimezuiliwa kwa malipo yanayosubiri kukubaliwa tu',
  'a collection is held at most once, and released at most once':
    'malipo huzuiliwa mara moja tu, na huachiliwa mara moja tu',
  'a provider reference credits at most once': 'kumbukumbu moja ya mtoa huduma huingiza pesa mara moja tu',
  'every collection that was asked for has its tries, and the one that paid, or the last, names its provider':
    'kila malipo yaliyoombwa yana majaribio yake, na lililolipa, au la mwisho, linataja mtoa huduma wake',
  'of the tries of a page one is open at most, one paid at most, and what is paid is no longer asked for':
    'kati ya majaribio ya ukurasa moja tu liko wazi, moja tu limelipa, na kilicholipwa hakiombwi tena',
  'the counts of collections equal the collections': 'idadi za malipo ni sawa na malipo yenyewe',
  'what is counted by the day equals the collections that ended on it, and their fees':
    'hesabu za siku ni sawa na malipo yaliyoisha siku hiyo, na makato yake',
  'every closed day begins where the one before ended, and ends as the book has it':
    'kila siku iliyofungwa huanza pale iliyotangulia ilipoishia, na huisha kama kitabu kinavyosema',
  'whatever moved is on one side of the end of a day, in all accounts of its merchant':
    'kila kilichosogea kiko upande mmoja wa mwisho wa siku, katika akaunti zote za biashara yake',
  'a book is closed as far as its last closed day says, and no day after that is':
    'kitabu kimefungwa hadi siku yake ya mwisho iliyofungwa, na hakuna siku baada ya hapo',
  'every statement opens as its first day began and closes as its last day ended':
    'kila taarifa ya akaunti huanza kama siku yake ya kwanza ilivyoanza na huisha kama ya mwisho ilivyoisha',
  'every statement sums up and hashes the rows of the book':
    'kila taarifa ya akaunti ina jumla na alama ya mistari ya kitabu',
  'what is settled of a day equals its rows': 'hesabu za siku kwa mtoa huduma ni sawa na mistari yake',
  'every delivery tells of an event of its merchant and environment, and goes to their endpoint':
    'kila taarifa inahusu tukio la biashara na mazingira yake, na huenda kwenye anwani yao',
  'a delivery is delivered exactly when it has a time, and some attempt got through':
    'taarifa imefika ikiwa ina wakati wake, na jaribio mojawapo lilifanikiwa',
  'every event that an added endpoint asks for is owed to it, or was':
    'kila tukio ambalo kituo kilichoongezwa kinaliomba limepangwa kutumwa kwake, au limeshatumwa',
  'the body of every event says whose it is and what it tells':
    'kila tukio linasema ni la nani na linahusu nini',
  'a paid link is paid by a successful collection of its own, and one that can be paid once is paid or open':
    'kiungo kilicholipwa kimelipwa na malipo yake yaliyofanikiwa, na cha kulipwa mara moja kimelipwa au kiko wazi',
  'an invoice and its link name each other, ask for the same and are paid by the same':
    'ankara na kiungo chake hutajana, huomba kiasi kilekile na hulipwa na malipo yaleyale',
  'the counts and sums of payment links equal their successful collections':
    'idadi na jumla za viungo ni sawa na malipo yake yaliyofanikiwa',
  'whoever paid a link that was paid already is told to a person':
    'aliyelipa kiungo kilichokuwa kimelipwa amejulishwa kwa mtu',
  'payout clearing with a provider is what was paid out and charged, less what it was topped up with':
    'hesabu na mtoa huduma ni kilichotumwa na makato yake, ukitoa kilichoongezwa',
  'a top-up is taken back exactly when a contrary record of the same transfer says so':
    'nyongeza hufutwa ikiwa tu kumbukumbu ya kuifuta ya uhamisho uleule ipo',
  'every collection has a history without gaps that ends at its status':
    'kila malipo yana historia isiyo na pengo inayoishia kwenye hali yake',
  'every step of a history begins where the one before ended':
    'kila hatua ya historia huanza pale iliyotangulia ilipoishia',
  'every step of a history is a legal one': 'kila hatua ya historia ni halali',
  'every announced step has exactly one event, and there is no other event':
    'kila hatua iliyotangazwa ina tukio moja tu, na hakuna tukio jingine',
  'the invoices of a merchant are numbered from 1, without gaps':
    'ankara za biashara zina namba kuanzia 1, bila pengo',
  'an invoice comes to the sum of its lines and their taxes, each rounded half up':
    'ankara ni jumla ya mistari yake na kodi zake, kila moja ikikadiriwa',
  'a paid invoice is paid by a successful collection of its own, for exactly its total':
    'ankara iliyolipwa imelipwa na malipo yake yaliyofanikiwa, kwa jumla yake kamili',
  'every successful collection for an invoice pays it, or a person was told':
    'kila malipo yaliyofanikiwa ya ankara huilipa, au mtu amejulishwa',
  'every ledger transaction has two legs or more and sums to zero':
    'kila muamala wa vitabu una pande mbili au zaidi na jumla yake ni sifuri',
  'the world sums to zero, in each environment and currency':
    'jumla ya yote ni sifuri, kwa kila mazingira na sarafu',
  'every stored balance equals its entries': 'kila salio lililohifadhiwa ni sawa na maingizo yake',
  "a merchant's rows add up: each changes what is available by its amount, and nothing else does":
    'safu za biashara zinajumlika: kila moja hubadilisha salio kwa kiasi chake, na hakuna kingine kinacholibadilisha',
  "every book is a merchant's, or the operator's": 'kila kitabu ni cha biashara, au cha mwendeshaji',
  "every endpoint has the address that follows from its merchant's configuration":
    'kila kituo kina anwani inayotokana na mipangilio ya biashara yake',
  "every top-up of a float is booked once, for its amount, and nothing else is the operator's":
    'kila nyongeza kwa mtoa huduma imeandikwa mara moja, kwa kiasi chake, na hakuna kingine cha mwendeshaji',
  'the counts and sums of control numbers equal their successful collections':
    'hesabu na jumla za namba za malipo ni sawa na malipo yake yaliyofanikiwa',
  'the number of an order never brings its merchant more than it asks for':
    'namba ya malipo ya oda haileti zaidi ya inachoomba',
  'the number of an order is paid exactly when its payments say so':
    'namba ya malipo ya oda imelipwa pale tu malipo yake yanaposema hivyo',
  'each receipt of a provider is one payment, for the number that it names':
    'kila risiti ya mtoa huduma ni malipo mamoja, ya namba inayoitaja',
  "what came in spite of a no is never the merchant's":
    'kilichokuja licha ya kukataliwa si cha biashara kamwe',
  'money for a number that nobody has is owed once by the operator, until the provider has returned it':
    'pesa za namba isiyo ya mtu zinadaiwa mara moja kwa mwendeshaji, hadi mtoa huduma azirudishe',
  'every control number has a history without gaps that ends at its status':
    'kila namba ya malipo ina historia isiyo na pengo inayoishia kwenye hali yake',
  'every step of a control number begins where the one before ended':
    'kila hatua ya namba ya malipo inaanzia ilipoishia ya kabla yake',
  'every step of a control number is a legal one': 'kila hatua ya namba ya malipo ni halali',
  'running balances form an unbroken chain': 'salio baada ya salio ni mnyororo usiokatika',
  'no ledger transaction mixes merchants, environments or currencies':
    'hakuna muamala unaochanganya biashara, mazingira au sarafu',
  'nobody spends what is not there, and no debt is below nothing':
    'hakuna anayetumia asichonacho, na hakuna deni lililo chini ya sifuri',
  'no balance grows to 10^15 minor units': 'hakuna salio linalofikia senti 10^15',
  'every transaction of a book is counted, without gaps': 'kila muamala wa kitabu umehesabiwa, bila pengo',
  'every transaction tells what was available after it': 'kila muamala unasema salio lililobaki baada yake',
  'money is reserved exactly for the withdrawals that are under way':
    'pesa zimetengwa kwa maombi ya kutoa pesa yanayoendelea tu',
  'what every book has reserved is what its withdrawals need':
    'kilichotengwa kwenye kila kitabu ndicho kinachohitajiwa na maombi yake ya kutoa pesa',
  'every entry about a withdrawal is of its book, and for its frozen amounts':
    'kila ingizo la kutoa pesa ni la kitabu chake, na kwa kiasi kilichowekwa',
  'a withdrawal is paid, charged and taken back as often as its history says':
    'kutoa pesa hulipwa, hukatwa na hurudishwa mara ambazo historia yake inasema',
  'a paid withdrawal left the provider with what it cost, and any other with nothing':
    'pesa zilizotolewa zimeondoka kwa mtoa huduma na gharama zake, na nyingine hazijaondoka',
  'payout clearing is what was paid out and what providers charged for it':
    'hesabu ya kutoa pesa ni kilichotumwa na kilichokatwa na watoa huduma',
  'every withdrawal has a history without gaps that ends at its status':
    'kila ombi la kutoa pesa lina historia isiyo na pengo inayoishia kwenye hali yake',
  'every step of a withdrawal begins where the one before ended':
    'kila hatua ya kutoa pesa huanza pale iliyotangulia ilipoishia',
  'every step of a withdrawal is a legal one': 'kila hatua ya kutoa pesa ni halali',
  'no withdrawal is decided without the audit entry of whoever did it':
    'hakuna ombi la kutoa pesa lililoamuliwa bila kumbukumbu ya aliyeamua',
  'whoever moved a withdrawal is somebody we know': 'kila aliyehusika na hatua ya kutoa pesa anajulikana',
  'nothing is sent to a provider before it was approved':
    'hakuna kinachotumwa kwa mtoa huduma kabla ya kuidhinishwa',
  'every approval is of a Super Admin who has no part in the withdrawal':
    'kila idhini ni ya msimamizi mkuu asiyehusika na ombi hilo',
  'no collection is refunded for more than was collected':
    'hakuna malipo yaliyorudishwa zaidi ya yaliyokusanywa',
  'what a collection says of its refunds is what they come to':
    'malipo yanachosema kuhusu pesa zilizorudishwa ni jumla yake halisi',
  'what went back of a fee is what its refunds say, never more than the fee, and all of it with all of the payment':
    'makato yaliyorudishwa ni kama marejesho yanavyosema, hayazidi makato yenyewe, na yote hurudi malipo yote yakirudi',
  'whatever is owed to payers is owed by a refund that somebody can see':
    'kila deni kwa walipaji lina rejesho linaloonekana',
  'whatever is owed to a payer came in for it once':
    'kila kinachodaiwa na mlipaji kiliingia mara moja kwa ajili yake',
  'every batch has a history without gaps that ends at its status':
    'kila kundi lina historia isiyo na pengo inayoishia kwenye hali yake',
  'every step of a batch begins where the one before ended':
    'kila hatua ya kundi huanza pale iliyotangulia ilipoishia',
  'every step of a batch is a legal one': 'kila hatua ya kundi ni halali',
  'every batch adds up to its rows, which are numbered without gaps and of its own merchant':
    'kila kundi ni jumla ya mistari yake, yenye namba zisizoruka na ya biashara yake',
  'a row waits for its batch exactly while nobody has decided about that':
    'mstari husubiri kundi lake pale tu kundi halijaamuliwa',
  'a batch is over when its rows are, and not before': 'kundi huisha mistari yake ikiisha, si kabla',
  'nothing of a batch that is paused is about to be sent for the first time':
    'hakuna cha kundi lililosimama kinachokaribia kutumwa kwa mara ya kwanza',
  'what is tried once more had failed in the batch before, and is tried once':
    'kinachojaribiwa tena kilishindikana kwenye kundi la kabla, na hujaribiwa mara moja',
  'no batch is decided without the audit entry of whoever did it, with its rows and its hash':
    'hakuna kundi lililoamuliwa bila kumbukumbu ya aliyeamua, yenye mistari na alama yake',
  'whoever moved a batch is somebody we know': 'kila aliyehusika na hatua ya kundi anajulikana',
  'every approval of a batch is of a Super Admin who has no part in it':
    'kila idhini ya kundi ni ya msimamizi mkuu asiyehusika nalo',
  'what was put aside, with what came since, is every step of its payments':
    'hatua zilizowekwa kando, pamoja na zilizofuata, ni hatua zote za malipo yake',
  'what an invoice says was paid and credited is what its payments and credit notes come to, and its state follows from that':
    'ankara inachosema kimelipwa na kuondolewa ni jumla ya malipo na hati zake za punguzo, na hali yake inatokana na hapo',
  'an invoice that is paid in several ways names a successful payment of its own':
    'ankara iliyolipwa kwa njia kadhaa hutaja malipo yake yaliyofanikiwa',
  'whatever was paid beyond an invoice was told to a person, or came back by a refund':
    'kila kilicholipwa zaidi ya ankara kiliambiwa mtu, au kilirudishwa',
  'the credit notes of a merchant are numbered from 1, without gaps':
    'hati za punguzo za biashara zina namba kuanzia 1, bila kuruka',
  'a credit note is of its invoice, and of its items or refund':
    'hati ya punguzo ni ya ankara yake, na ya bidhaa au rejesho lake',
  'what credit notes say was given back outside is taken off the payments of their invoice':
    'hati za punguzo zinachosema kilirudishwa nje kimeondolewa kwenye malipo ya ankara yake',
  'what invoices count of refunds is what was paid of them, and it is credited unless they were told not to or it was too much':
    'ankara zinachohesabu cha marejesho ni kilicholipwa, na kina hati ya punguzo isipokuwa zilipoambiwa au kilipozidi',
  'the fiscal receipts of a merchant are numbered from 1, without gaps':
    'risiti za kodi za biashara zina namba kuanzia 1, bila mapengo',
  'fiscal receipts follow each other: no day goes back, and each day counts from 1':
    'risiti za kodi hufuatana: hakuna siku inayorudi nyuma, na kila siku huhesabu kuanzia 1',
  'every fiscal receipt is of a payment that came, for its amount':
    'kila risiti ya kodi ni ya malipo yaliyoingia, kwa kiasi chake',
  'every payment that came while fiscal receipts were on has one, issued or on its way':
    'kila malipo yaliyoingia risiti za kodi zikiwa zimewashwa yana risiti, imetolewa au iko njiani',
  'the report of every fiscal day is the sum of its receipts, and no day has receipts after it':
    'ripoti ya kila siku ya kodi ni jumla ya risiti zake, na hakuna siku yenye risiti baada yake',
  'every fiscal day that is over has a report, which was sent':
    'kila siku ya kodi iliyoisha ina ripoti, nayo imetumwa',
}
